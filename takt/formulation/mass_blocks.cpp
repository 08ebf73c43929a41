#include "takt/formulation/mass_blocks.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "takt/linear/entries.hpp"

namespace takt {

MassBlocks::MassBlocks(const linear::Pattern& M, const linear::Pattern& structure) {
  List<int> root(M.cols);
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  linear::each_entry(structure, [&](int i, int j, int) { root[find(i)] = find(j); });
  block_.resize(root.size());
  local_.resize(root.size());
  std::map<int, int> number;
  for (int i = 0; i < root.count(); ++i) {
    const auto [found, fresh] = number.emplace(find(i), blocks_.count());
    if (fresh) blocks_.emplace_back();
    Block& b = blocks_[found->second];
    block_[i] = found->second;
    local_[i] = b.rows.count();
    b.rows.push_back(i);
  }
  for (Block& b : blocks_) {
    b.factor.analyse(b.rows.count(), linear::DenseFactor::Kind::ldlt);
    b.x = Vector::Zero(b.factor.size());
  }
  linear::each_entry(M, [&](int i, int j, int k) {
    if (block_of(i) != block_of(j)) return;
    Block& b = blocks_[block_of(i)];
    b.from.push_back(k);
    b.place.push_back(local(j) * b.rows.count() + local(i));
  });
}

Entries MassBlocks::close(const Entries& B) const {
  std::set<std::pair<int, int>> touched;  // block, column
  for (const auto& [i, j] : B) touched.emplace(block_of(i), j);
  Entries out;
  for (const auto& [b, j] : touched)
    for (int i : blocks_[b].rows) out.emplace_back(i, j);
  return out;
}

Status MassBlocks::factorise(const linear::Patterned& M) noexcept {
  Status status = Status::ok;
  const double* m = M.values().data();
  for (Block& b : blocks_) {
    double* work = b.factor.values();
    std::fill_n(work, b.factor.size() * b.factor.size(), 0.0);
    for (int k = 0; k < b.from.count(); ++k) work[b.place[k]] = m[b.from[k]];
    if (b.factor.factorise() != Status::ok) status = Status::singular;
  }
  return status;
}

void MassBlocks::solve(Vector& x) noexcept {
  for (Block& b : blocks_) {
    for (int k = 0; k < b.rows.count(); ++k) b.x.data()[k] = x[b.rows[k]];
    b.factor.solve(b.x.data(), 1);
    for (int k = 0; k < b.rows.count(); ++k) x[b.rows[k]] = b.x.data()[k];
  }
}

BlockProduct::BlockProduct(const MassBlocks& mass, const List<Part>& parts,
                           const linear::Pattern& J, int first_row) {
  const std::size_t count = mass.blocks().size();
  List<std::map<int, int>> columns(count);  // column of J -> column of X
  const auto each = [&](const Part& p, auto visit) {
    linear::each_entry(p.stored, [&](int i, int j, int k) {
      if (linear::place_of(p.structure, i, j) < 0) return;
      const int row = p.transposed ? j : i, col = p.first_col + (p.transposed ? i : j);
      if (linear::place_of(J, first_row + row, col) >= 0) visit(row, col, k);
    });
  };
  for (const Part& p : parts)
    each(p, [&](int row, int col, int) {
      auto& c = columns[mass.block_of(row)];
      c.emplace(col, static_cast<int>(c.size()));
    });
  for (std::size_t b = 0; b < count; ++b) {
    const List<int>& rows = mass.blocks()[b].rows;
    Piece& piece = pieces_.emplace_back();
    piece.X = Matrix::Zero(rows.count(), static_cast<Index>(columns[b].size()));
    piece.to.resize(rows.size() * columns[b].size());
    for (const auto& [col, x] : columns[b])
      for (int k = 0; k < rows.count(); ++k)
        piece.to[x * rows.count() + k] = linear::place_of(J, first_row + rows[k], col);
  }
  for (const Part& p : parts) {
    Gather& g = gather_.emplace_back();
    each(p, [&](int row, int col, int k) {
      const int b = mass.block_of(row);
      g.from.push_back(k);
      g.piece.push_back(b);
      g.to.push_back(columns[b].at(col) * static_cast<int>(mass.blocks()[b].rows.size()) +
                     mass.local(row));
    });
  }
}

void BlockProduct::set(std::size_t part, double s, const linear::Patterned& B) noexcept {
  const Gather& g = gather_[part];
  for (int k = 0; k < g.from.count(); ++k)
    pieces_[g.piece[k]].X.data()[g.to[k]] += s * B.values()[g.from[k]];
}

void BlockProduct::write(const MassBlocks& mass, linear::Patterned& J) noexcept {
  for (int b = 0; b < pieces_.count(); ++b) {
    Piece& p = pieces_[b];
    mass.blocks()[b].factor.solve(p.X.data(), p.X.cols());
    for (int k = 0; k < p.to.count(); ++k) J.values()[p.to[k]] += p.X.data()[k];
    p.X.setZero();  // for the next call
  }
}

}  // namespace takt
