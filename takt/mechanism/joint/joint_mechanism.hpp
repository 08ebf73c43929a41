// A model in joint coordinates: the coordinates of the joints of a spanning tree, and rows that
// close the loops.
//
//   M(q) v' = f - G' lambda,   f = -(bias + gravity) + forces of the elements,   0 = g(q, u)
//
// One pass over the tree finds all motions in world axes, and a second M, f, K and C together
// (world.hpp, packs.hpp); loop closures and elements stand on the first (line.hpp, pull.hpp). a is
// found by articulated bodies (recursions.hpp).          002 (1)-(5); Featherstone, chapters 5 to 8
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "takt/mechanism/joint/build_tree.hpp"
#include "takt/mechanism/joint/line.hpp"
#include "takt/mechanism/joint/packs.hpp"
#include "takt/mechanism/joint/recursions.hpp"
#include "takt/mechanism/joint/ways.hpp"
#include "takt/mechanism/mechanism.hpp"

namespace takt::mechanism {

// s - offset - u(signal) of a measure.
struct MeasureRow {
  element::MeasureKind kind = element::MeasureKind::distance;
  int i = 2, j = 2;
  double L = 1;
  double offset = 0;
  int signal = -1;
  bool wrap = false;  // an angle: the difference on the nearest turn
  bool idle = false;  // nothing the tree can do violates it: the axes of a planar loop
};

// Rows between the same two ends: a cut joint, a rod, a point on a line or plane, a rolling wheel.
struct RowBlock {
  int joint = -1, constraint = -1;  // of the model
  int extra = -1;                   // of the topology
  Ends ends;
  std::vector<MeasureRow> rows;
  bool rolling = false;  // then rows[0] is the height; two rows at velocity level follow
  int first = 0, count = 0;
  std::vector<int> along;    // rows that are ways as well (ways.hpp)
  std::vector<int> others;   // all but those and idle ones
  std::vector<int> G_place;  // row by row, columns of `ends`; -1 of idle rows
  std::vector<int> K_place;  // pairs of columns
};

// sum of factor q = offset + u
struct CoordinateRow {
  struct Part {
    int q = 0, v = 0;
    double factor = 1;
    int G_place = 0;
  };
  std::vector<Part> parts;
  int joint = -1, constraint = -1;
  double offset = 0;
  int signal = -1, row = 0;
};

// A wheel on its rail: a row on all coordinates of one joint, see element/rail/wheel_rail.hpp.
struct ContactRow {
  int constraint = 0, row = 0, signal = 0;
  int track = 0;  // of those the workspace knows: the wheels of a wheelset share one
  std::array<int, 6> q{}, v{}, G_place{};
  std::vector<int> K_place;  // pairs of columns
};

struct LawMeasure {
  int q = -1, v = -1;  // >= 0: this coordinate itself
  MeasureRow row;
  Ends ends;
  bool again = false;        // the law before saw the same: its numbers are still there
  std::vector<int> local;    // of each column of `ends` among those of the element
  std::vector<int> K_place;  // pairs of columns of `ends`
};

struct LawElement {
  int force = 0, z = 0;  // of the model; first auxiliary state
  // What has shorter ways than the general one; none of them has states.
  bool spring = false;       // one line
  bool coordinates = false;  // nothing but coordinates
  bool bushing = false;      // along x, y, z of one frame
  bool from_above = false;   // the first measures are a frame seen from above; this may have states
  int on_line = 1;           // springs from this one on that share its line; 0: such a one
  int multiplier = -1;       // row whose multiplier the law sees
  int contact = -1;          // of contacts_, whose track it sees
  std::vector<LawMeasure> measures;
  std::vector<int> acts;                // the measures the law pushes
  std::vector<int> columns;             // all that move a measure
  std::vector<int> pushed;              // of the columns: those that move a measure of `acts`
  std::vector<int> K_place;             // pairs of columns
  std::vector<int> fz_place, eq_place;  // (column, state) and (state, column)
  std::vector<int> by_multiplier;       // places of columns in f_lambda
};

struct BodyElement {
  int force = 0, z = 0;
  int link = -1, group = -1;
  Frame frame;
  std::vector<int> columns;
  std::vector<int> K_place, fz_place, eq_place;
};

class JointMechanism final : public Mechanism, public Recursive, public Abrupt {
 public:
  explicit JointMechanism(std::shared_ptr<const Model>);

  const Topology& topology() const noexcept { return topology_; }
  const TreeOfModel& tree() const noexcept { return tree_; }
  const std::vector<RowBlock>& blocks() const noexcept { return blocks_; }
  const std::vector<CoordinateRow>& coordinate_rows() const noexcept { return coordinate_rows_; }

  // Mechanism
  Coordinates coordinates() const noexcept override { return Coordinates::joint; }
  void motions(const Point&, std::span<Motion>, Scratch&) const noexcept override;
  CoordinateValue coordinate(const Point&, int joint, int component, std::span<const Motion>,
                             Scratch&) const noexcept override;
  void reactions(const Point&, std::span<Vec6>, Scratch&) const noexcept override;
  Place place_of(int joint, int component) const noexcept override;
  State state_of(std::span<const Motion>, double t) const override;

  // EquationsOfMotion
  State initial() const override;
  std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Point&, Need, Terms&, Scratch&) const noexcept override;
  void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept override;
  void increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept override;
  void magnitude(const Vector& q, Vector& out) const noexcept override;
  double potential(const Point&, Scratch&) const noexcept override;
  const Recursive* recursive() const noexcept override { return this; }
  const Abrupt* abrupt() const noexcept override { return abrupt_.empty() ? nullptr : this; }
  void power(const Point&, ElementPower&, Scratch&) const noexcept override;

  // Recursive
  void acceleration(const Point&, const Vector& extra, Vector& a, Scratch&) const noexcept override;
  void balance(const Point&, const Vector& a, const Vector& extra, Vector& r,
               Scratch&) const noexcept override;

  // Abrupt
  Index kept() const noexcept override { return kept_; }
  void leave(const Point&, Vector& kept, Scratch&) const noexcept override;
  void ahead(const Vector& kept, const Vector& trial, const Vector& dq,
             Vector& over) const noexcept override;
  void arrive(const Point&, const Vector& kept, Vector& over, Vector& there,
              Scratch&) const noexcept override;
  void stiffen(const Point&, const Vector& kept, double c, linear::Patterned& K,
               Scratch&) const noexcept override;

 private:
  struct Work;

  // compile
  void add_rows();
  void find_row_forces();
  void add_joint_rows(int joint);
  void add_constraint_rows(const Constraint&, int index, int extra);
  void add_coordinate_row(const std::vector<Constraint::Term>&, double offset, int signal,
                          int joint, int constraint);
  void add_contact_row(const Constraint&, int index);
  void add_forces();
  void find_abrupt();
  void make_patterns();
  void find_idle_rows();
  void sort_rows();
  void make_ways();
  RowBlock& add_block(const Attachment& a, const Attachment& b);
  LawMeasure law_measure(const ModelMeasure&, const Force&) const;
  Frame on_link(const Attachment&) const;
  int link_of(int body) const { return tree_.seat[static_cast<std::size_t>(body)].link; }

  // evaluate
  void evaluate_rows(const Point&, Need, Terms&, Work&) const noexcept;
  void evaluate_block(const RowBlock&, const Point&, Need, Terms&, Work&) const noexcept;
  struct RowValue {
    double s, gamma;  // gamma without the signal's part
  };
  void evaluate_row(const RowBlock&, int row, const Point&, Need, Terms&, Work&) const noexcept;
  RowValue evaluate_line(const RowBlock&, int row, const Point&, Need, Terms&,
                         Work&) const noexcept;
  RowValue evaluate_pull(const RowBlock&, int row, const Point&, Need, Terms&,
                         Work&) const noexcept;
  void block_pull(const RowBlock&, int row, bool curvature, Work&, Pull&) const noexcept;
  void evaluate_contacts(const Point&, Need, Terms&, Work&) const noexcept;
  void evaluate_coordinates(const LawElement&, const Point&, Need, Terms&, linear::Patterned* K,
                            Work&) const noexcept;
  void evaluate_by_time(const Point&, Terms&, Work&) const noexcept;  // f_t and e_t
  void by_multipliers(const Point&, linear::Patterned& f_lambda, Work&) const noexcept;
  void push(const LawElement&, const Point&, Vector& f, Work&) const noexcept;  // f += its force
  void load(const LawElement&, const Point&, Work&) const noexcept;             // a bushing
  void load(const BodyElement&, const Point&, Work&) const noexcept;  // both: wrenches += its force
  element::LawIn law_in(const LawElement&, const Point&, Work&) const noexcept;
  const element::Smooth& track_of(const ContactRow&, const Point&, Work&) const noexcept;
  void evaluate_law(const LawElement&, const Point&, Need, Terms&, linear::Patterned* K,
                    Work&) const noexcept;
  void evaluate_springs(std::span<const LawElement> on_line, const Point&, Need, Terms&,
                        linear::Patterned* K, Work&) const noexcept;
  void evaluate_bushing(const LawElement&, const Point&, Need, Terms&, linear::Patterned* K,
                        Work&) const noexcept;
  void evaluate_states(const LawElement&, Need, Terms&, Work&) const noexcept;
  static void pick_signals(const Force&, const Point&, Work&) noexcept;
  void evaluate_inertia(const Point&, Need, Terms&, linear::Patterned* K, Work&) const noexcept;
  void evaluate_body_force(const BodyElement&, const Point&, Need, Terms&, const Packs::Wanted*,
                           Work&) const noexcept;
  void evaluate_states(const BodyElement&, Need, const element::BodyForceIn&, Terms&,
                       Work&) const noexcept;
  void push(const BodyElement&, const Point&, Vector& f, Work&) const noexcept;  // f += its force
  // Motions, with the accelerations a unless null; f += forces of elements but those that are left in
  // the wrenches.
  void element_forces(const Point&, const double* a, Vector& f, Work&) const noexcept;
  void mass(const Point&, Terms&, Work&) const noexcept;
  template <class OfLaw, class OfBody>
  void visit_elements(const Point&, Work&, double& V, OfLaw&&, OfBody&&) const noexcept;
  element::BodyForceIn body_force_input(const BodyElement&, const Point&, Work&) const noexcept;
  // in_turn: after the law before, at the same place.
  void law_inputs(const LawElement&, const Point&, Work&, bool curvature,
                  bool in_turn = false) const noexcept;

  Topology topology_;
  TreeOfModel tree_;
  Groups groups_;
  Recursions recursions_;
  std::vector<RowBlock> blocks_;
  Ways ways_;
  bool only_ways_ = true;  // or idle: no other rows
  std::vector<int> idle_rows_;
  std::vector<CoordinateRow> coordinate_rows_;
  std::vector<ContactRow> contacts_;
  int tracks_ = 0;
  std::vector<LawElement> laws_;
  std::vector<BodyElement> body_forces_;
  std::vector<int> abrupt_;  // of the laws
  Index kept_ = 0;
  Packs packs_;
  bool wrenches_ = false;  // some elements leave one
  bool columns_ = false;   // some need to see columns
  bool some_explicit_ = false;
  bool by_packs_ = false;               // the balance is found with the motions the elements need
  linear::SharedPattern mass_pattern_;  // of the recursion; shape_.M may be full instead
  std::vector<int> mass_place_;
  std::vector<int> ballast_;  // diagonal places in M of driven coordinates that move no inertia
  std::vector<int> M_place_, K_place_;  // of the entries of packs_
  bool same_places_ = false;            // the two are alike
  std::vector<int> K_rest_;             // places in K that packs_ does not set, but elements add to
};

}  // namespace takt::mechanism
