// The constraint rows of a mechanism in joint coordinates: joints that close loops, rods, couplers,
// driven joints, rolling wheels and wheels on rails.
//
//   0 = g(q, u),   G = dg/dq,   gI = dg/du u',   gamma = g'' - G q''
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/mechanism.hpp"
#include "takt/mechanism/tree/coordinate_row.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/mechanism/tree/offset_rows.hpp"
#include "takt/mechanism/tree/pattern_places.hpp"
#include "takt/mechanism/tree/row_block.hpp"
#include "takt/mechanism/tree/wheel_rail_row.hpp"

namespace takt::mechanism {

class LoopRows {
 public:
  // Lists the rows. Throws Error if a joint cannot be driven or coupled.
  explicit LoopRows(const JointTree&);

  // Set-up, in this order. Patterns and places are found again after leave_out().
  const std::vector<std::string>& names() const noexcept { return names_; }
  const std::vector<RowLevel>& levels() const noexcept { return levels_; }
  void add_stiffness_entries(Entries&) const;    // of K_lambda
  void find_places(Shape&, const BatchedTree&);  // makes the patterns of G; that of K must be made
  // In a planar loop all revolute axes are parallel in the tree already: three of the five rows of
  // the cut joint are zero for every q. Such idle rows stay in g, but their entries of G are left
  // out. note_size() notes the largest |g| and |G| of every row at a state, leave_out() makes the
  // rows idle that stayed zero.
  void note_size(const Terms&, Vector& largest) const;
  void leave_out(const Vector& largest);

  const List<RowBlock>& blocks() const noexcept { return blocks_; }
  const List<CoordinateRow>& coordinate_rows() const noexcept { return coordinate_rows_; }
  const List<WheelRailRow>& wheel_rails() const noexcept { return wheel_rails_; }
  int tracks() const noexcept { return tracks_; }
  bool any_idle() const noexcept { return !idle_rows_.empty(); }
  int most_columns() const noexcept;  // of one block

  // The constraint of a block that belongs to no joint.
  const Constraint& constraint_of(const RowBlock&) const;
  RowMeaning meaning_of(Index row) const;
  std::string place_of_row(Index row) const;  // in the model file
  // The rows whose force is an output: rods, and joints that are driven.
  std::vector<Mechanism::RowForce> forces() const;

  // Some rows depend on poses of bodies; gears and wheels on rails depend on coordinates alone.
  bool read_motions() const noexcept { return !blocks_.empty(); }
  // True if OffsetRows computes all of these terms, so that no WorldMotion is needed.
  bool by_batches(Need) const noexcept;
  // `given`: the accelerations with which the motions were computed; null: none.
  void evaluate(const Point&, Need, const double* given, Terms&, const BatchedTree&,
                TreeWork&) const noexcept;
  void add_to_K_full(const Point&, Terms&, TreeWork&) const noexcept;

 private:
  void add_joint(int joint);
  void add_constraint(const Constraint&, int index, int extra);
  void add_coordinate_row(const std::vector<Constraint::Term>&, double offset, int signal,
                          int joint, int constraint);
  void add_contact(const Constraint&, int index);
  RowBlock& add_block(const Attachment& a, const Attachment& b);
  void add_row(std::string name, RowLevel);
  void sort_rows();
  void make_offset_rows(const BatchedTree&);

  const JointTree& tree_;
  std::vector<std::string> names_;
  std::vector<RowLevel> levels_;
  List<RowBlock> blocks_;
  OffsetRows offset_rows_;
  bool only_offset_rows_ = true;  // all rows of blocks_ are offset rows or idle
  List<int> idle_rows_;
  List<CoordinateRow> coordinate_rows_;
  List<WheelRailRow> wheel_rails_;
  int tracks_ = 0;
};

}  // namespace takt::mechanism
