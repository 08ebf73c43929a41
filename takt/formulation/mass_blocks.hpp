// The mass matrix as a block-diagonal matrix. Coordinates that M couples, directly or through
// others, form one block; M^-1 has the same blocks.
//
// A body with coordinates of its own is one block; in joint coordinates all bodies on one branch of
// the tree are one block. The blocks are factorised as dense matrices, with a fixed number of
// operations and without heap.
#pragma once

#include <utility>

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/patterned.hpp"

namespace takt {

using Entries = List<std::pair<int, int>>;  // row, column

class MassBlocks {
 public:
  // `structure`: the entries of M that can differ from zero.
  MassBlocks(const linear::Pattern& M, const linear::Pattern& structure);

  // The entries of M^-1 B that can differ from zero, for B with the given entries.
  Entries close(const Entries& B) const;

  Status factorise(const linear::Patterned& M) noexcept;
  void solve(Vector& x) noexcept;  // x <- M^-1 x

  struct Block {
    List<int> rows;         // its coordinates
    List<int> from, place;  // from indices in the values of M to indices in the factor
    linear::DenseFactor factor;
    Vector x;
  };
  const List<Block>& blocks() const noexcept { return blocks_; }
  int block_of(int row) const { return block_[row]; }
  int local(int row) const { return local_[row]; }

 private:
  List<int> block_, local_;  // by coordinate
  List<Block> blocks_;
};

// J += M^-1 [s_0 B_0, s_1 B_1, ...], block by block. Each B has its own columns of J.
class BlockProduct {
 public:
  struct Part {
    const linear::Pattern& stored;
    const linear::Pattern& structure;  // the entries that can differ from zero
    int first_col;                     // in J
    bool transposed = false;
  };
  BlockProduct() = default;
  // Entries of B outside the pattern of J are ignored.
  BlockProduct(const MassBlocks&, const List<Part>&, const linear::Pattern& J, int first_row);

  // for all parts, before write()
  void set(std::size_t part, double s, const linear::Patterned& B) noexcept;
  void write(const MassBlocks&, linear::Patterned& J) noexcept;

 private:
  struct Piece {  // the columns that one block changes
    Matrix X;
    List<int> to;  // index in J of each entry of X
  };
  struct Gather {
    List<int> from, piece, to;  // index in B, number of the piece, index in its X
  };
  List<Piece> pieces_;  // one per block
  List<Gather> gather_;
};

}  // namespace takt
