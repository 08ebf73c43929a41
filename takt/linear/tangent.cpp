#include "takt/linear/tangent.hpp"

#include <algorithm>

#include "takt/base/stage_clock.hpp"
#include "takt/linear/elimination.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/front_data.hpp"

namespace takt::linear {
namespace {

using Entry = std::pair<int, int>;

// The entries of a stored matrix that can differ from zero.
const Pattern& counting(const Pattern& stored, const SharedPattern& structure) {
  return stored.full && structure != nullptr ? *structure : stored;
}

struct Moves {
  List<front::Move> fours, threes, twos, ones;
  bool same = false;  // the moves copy one whole array onto the other, in the same order

  // The moves are sorted by destination; `size` is the length of the source array.
  Moves(const List<front::Move>& moves, Index size) {
    for (std::size_t k = 0; k < moves.size();) {
      std::size_t length = 1;
      while (length < 4 && k + length < moves.size() &&
             follows(moves[k], moves[k + length], length))
        ++length;
      // a move of three reads four numbers
      if (length == 3 && moves[k].from + 4 > size) length = 2;
      (length == 4 ? fours : length == 3 ? threes : length == 2 ? twos : ones).push_back(moves[k]);
      k += length;
    }
  }
  static bool follows(const front::Move& a, const front::Move& b, std::size_t distance) {
    const int d = static_cast<int>(distance);
    return b.from == a.from + d && b.to == a.to + d;
  }
  front::Moves data() const noexcept {
    return {fours.data(), threes.data(), twos.data(), ones.data(),
            size(fours),  size(threes),  size(twos),  size(ones)};
  }
  template <class T> static int size(const List<T>& v) noexcept { return v.count(); }
};

struct Products {  // the products left[a] right[b] of entries of the same row of G
  List<front::Product> fours, twos, ones;
  void add(const front::Product& p, int length) {
    (length > 2 ? fours : length == 2 ? twos : ones).push_back(p);
  }
  front::Products data() const noexcept {
    return {fours.data(),       twos.data(),       ones.data(),
            Moves::size(fours), Moves::size(twos), Moves::size(ones)};
  }
};

}  // namespace

struct Tangent::Parts {
  Counters& counters;
  std::unique_ptr<Elimination> elimination;
  Vector T, S;  // S: the sum of the symmetric products G' diag(w) G
  List<Moves> places;
  // For each entry of G, row by row: the index of its value, its row, and its index in `left`.
  List<int> entry, row, packed;
  Vector left, right;     // the factors of the products; `left` pads three entries with a zero
  Products lower, upper;  // products of two entries of a row, and their places in T

  Parts(const std::vector<SharedPattern>& stored, const SharedPattern& structure,
        const SharedPattern& G, const SharedPattern& G_structure, Storage storage, Counters& c)
      : counters(c) {
    const Index n = stored.empty() ? G->cols : stored.front()->cols;
    List<List<int>> rows(G == nullptr ? 0 : G->rows);
    if (G != nullptr)
      each_entry(counting(*G, G_structure), [&](int i, int j, int) { rows[i].push_back(j); });
    List<Entry> entries;
    for (const SharedPattern& p : stored)
      each_entry(counting(*p, structure), [&](int i, int j, int) { entries.emplace_back(i, j); });
    for (const List<int>& columns : rows)
      for (int i : columns)
        for (int j : columns) entries.emplace_back(i, j);
    elimination = std::make_unique<Elimination>(*pattern_of(n, n, std::move(entries)), storage);
    for (const SharedPattern& p : stored) set_places(*p, counting(*p, structure));
    for (int i = 0; i < rows.count(); ++i) set_products(*G, i, rows[i]);
    T = Vector::Zero(elimination->size() + front::slack);
    S = Vector::Zero(entry.empty() ? 0 : elimination->lower_size() + front::slack);
    left = Vector::Zero(left_size_ + front::slack);
    right = Vector::Zero(entry.count());
  }

  static List<front::Move> sorted(List<front::Move> moves) {
    std::sort(moves.begin(), moves.end(),
              [](const front::Move& a, const front::Move& b) { return a.to < b.to; });
    return moves;
  }

  void set_places(const Pattern& stored, const Pattern& entries) {
    List<front::Move> moves;
    each_entry(entries, [&](int i, int j, int) {
      moves.push_back({place_of(stored, i, j), elimination->place(i, j)});
    });
    moves = sorted(std::move(moves));
    places.emplace_back(moves, stored.size());
    bool& same = places.back().same;
    same = moves.count() == stored.size() && stored.size() == elimination->size();
    for (const front::Move& m : moves) same &= m.from == m.to;
  }

  // Divides the columns of a row into pieces of up to four consecutive columns. The products of a
  // piece and an entry go to consecutive places, unless the piece is divided between fronts.
  void set_products(const Pattern& G, int i, const List<int>& columns) {
    const int first = entry.count(), n = columns.count();
    for (int a = 0; a < n;) {
      int length = 1;
      while (length < 4 && a + length < n && columns[a + length] == columns[a] + length &&
             together(columns[a], columns[a + length]))
        ++length;
      for (int k = 0; k < length; ++k) {
        entry.push_back(place_of(G, i, columns[a + k]));
        row.push_back(i);
        packed.push_back(static_cast<int>(left_size_) + k);
      }
      for (int b = 0; b < n; ++b) set_piece(columns, a, length, b, first + b);
      left_size_ += length == 3 ? 4 : length;
      a += length;
    }
  }
  bool together(int i, int j) const {  // in the same front, so both are on the same side of others
    return elimination->place(i, j) < elimination->lower_size() &&
           elimination->place(j, i) < elimination->lower_size();
  }
  void set_piece(const List<int>& columns, int a, int length, int b, int right_place) {
    for (int k = 0; k < length;) {
      const int to = elimination->place(columns[a + k], columns[b]);
      int run = 1;
      while (k + run < length && elimination->place(columns[a + k + run], columns[b]) == to + run)
        ++run;
      const bool whole = run == length;
      for (int part = 0; part < run;) {  // a zero follows a whole piece only, so others use 2 or 1
        const int some = whole ? run : std::min(run - part, 2);
        (to < elimination->lower_size() ? lower : upper)
            .add({static_cast<int>(left_size_) + k + part, right_place, to + part}, some);
        part += some;
      }
      k += run;
    }
  }

  const double* symmetric() const noexcept { return entry.empty() ? nullptr : S.data(); }

 private:
  Index left_size_ = 0;
};

Tangent::Tangent(std::vector<SharedPattern> parts, SharedPattern structure, SharedPattern G,
                 SharedPattern G_structure, Storage storage, Counters& counters)
    : parts_(std::make_unique<Parts>(parts, structure, G, G_structure, storage, counters)) {}
Tangent::~Tangent() = default;

void Tangent::set_zero() noexcept {
  const front::Kernels& kernels = parts_->elimination->kernels();
  for (Vector* x : {&parts_->T, &parts_->S})
    if (x->size() > 0) kernels.set_zero(x->data(), static_cast<int>(x->size()) - front::slack);
}

void Tangent::add(std::size_t part, double c, const Patterned& A) noexcept {
  const Moves& p = parts_->places[part];
  if (p.same)
    parts_->T.head(A.values().size()) += c * A.values();
  else
    parts_->elimination->kernels().add(p.data(), c, A.values().data(), parts_->T.data());
}

void Tangent::add_gram(double c, const Vector& w, const Patterned& G) noexcept {
  Parts& p = *parts_;
  const double* g = G.values().data();
  double *left = p.left.data(), *right = p.right.data();
  for (std::size_t k = 0, n = p.entry.size(); k < n; ++k) {
    const double a = g[p.entry[k]];
    left[p.packed[k]] = a;
    right[k] = c * w[p.row[k]] * a;
  }
  p.elimination->kernels().add_products(p.lower.data(), left, right, p.S.data());
}

void Tangent::add_product(double c, const Vector& w, const Patterned& G,
                          const Patterned& H) noexcept {
  Parts& p = *parts_;
  const double *g = G.values().data(), *h = H.values().data();
  double *left = p.left.data(), *right = p.right.data();
  for (std::size_t k = 0, n = p.entry.size(); k < n; ++k) {
    left[p.packed[k]] = g[p.entry[k]];
    right[k] = c * w[p.row[k]] * h[p.entry[k]];
  }
  const front::Kernels& kernels = p.elimination->kernels();
  kernels.add_products(p.lower.data(), left, right, p.T.data());
  kernels.add_products(p.upper.data(), left, right, p.T.data());
}

Status Tangent::factorise() noexcept {
  const StageScope timed(Stage::factorise);
  ++parts_->counters.factorisations;
  return parts_->elimination->factorise(parts_->T.data(), parts_->symmetric());
}

void Tangent::solve(double* x) noexcept {
  const StageScope timed(Stage::solve);
  ++parts_->counters.solves;
  parts_->elimination->solve(x);
}

void Tangent::multiply_add(double s, const Vector& x, Vector& y) const noexcept {
  parts_->elimination->multiply_add(parts_->T.data(), parts_->symmetric(), s, x.data(), y.data());
}

}  // namespace takt::linear
