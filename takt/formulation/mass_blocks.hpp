// The mass matrix as blocks on its diagonal: coordinates that M couples, directly or through others,
// are one block, and M^-1 fills that block and no more.
//
// A body in coordinates of its own is a block, and so is everything that hangs on one branch of a
// tree in joint coordinates. Each block is factorised densely: fixed count, no heap.
#pragma once

#include <utility>
#include <vector>

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/patterned.hpp"

namespace takt {

using Entries = std::vector<std::pair<int, int>>;  // row, column

class MassBlocks {
 public:
  // `structure`: the entries of M that can differ from zero.
  MassBlocks(const linear::Pattern& M, const linear::Pattern& structure);

  // Where M^-1 B can differ from zero, for B with these entries.
  Entries close(const Entries& B) const;

  Status factorise(const linear::Patterned& M) noexcept;
  void solve(Vector& x) noexcept;  // x <- M^-1 x

  struct Block {
    std::vector<int> rows;         // its coordinates
    std::vector<int> from, place;  // of the values of M into the factor
    linear::DenseFactor factor;
    Vector x;
  };
  const std::vector<Block>& blocks() const noexcept { return blocks_; }
  int block_of(int row) const { return block_[static_cast<std::size_t>(row)]; }
  int local(int row) const { return local_[static_cast<std::size_t>(row)]; }

 private:
  std::vector<int> block_, local_;  // by coordinate
  std::vector<Block> blocks_;
};

// J += M^-1 [s_0 B_0, s_1 B_1, ...], each B in columns of J of its own, block by block.
class BlockProduct {
 public:
  struct Part {
    const linear::Pattern& stored;
    const linear::Pattern& structure;  // the entries that can differ from zero
    int first_col;                     // in J
    bool transposed = false;
  };
  BlockProduct() = default;
  // Entries that J does not hold are left out, with their whole columns.
  BlockProduct(const MassBlocks&, const std::vector<Part>&, const linear::Pattern& J,
               int first_row);

  void set(std::size_t part, double s, const linear::Patterned& B) noexcept;  // all before write
  void write(const MassBlocks&, linear::Patterned& J) noexcept;

 private:
  struct Piece {  // the columns that a block touches
    Matrix X;
    std::vector<int> to;  // of each entry of X in J
  };
  struct Gather {
    std::vector<int> from, piece, to;  // value of B, which X, where in it
  };
  std::vector<Piece> pieces_;  // one per block
  std::vector<Gather> gather_;
};

}  // namespace takt
