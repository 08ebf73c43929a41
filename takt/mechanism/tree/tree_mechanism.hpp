// A model compiled to joint coordinates: the coordinates are those of the joints of a spanning
// tree; constraint rows close the loops.
//
//   M(q) v' = f - G' lambda,   f = -(bias + gravity) + forces of the elements,   0 = g(q, u)
//
// One pass over the tree computes all motions in world axes, a second one M, f, K and C together
// (world_motion.hpp, batched_tree.hpp). Loop closures and force elements use the motions of the
// first pass (point_pair_measure.hpp, measure_gradient.hpp). a is computed by articulated bodies
// (recursions.hpp).
//            002 (Arnold, Fuchs, Fuehrer) (1)-(5); Featherstone, chapters 5 to 8
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "takt/mechanism/mechanism.hpp"
#include "takt/mechanism/tree/batched_tree.hpp"
#include "takt/mechanism/tree/build_tree.hpp"
#include "takt/mechanism/tree/offset_rows.hpp"
#include "takt/mechanism/tree/point_pair_measure.hpp"
#include "takt/mechanism/tree/recursions.hpp"

namespace takt::mechanism {

// A row s - offset - u(signal) = 0 for a measure s.
struct MeasureRow {
  element::MeasureKind kind = element::MeasureKind::distance;
  int i = 2, j = 2;
  double L = 1;
  double offset = 0;
  int signal = -1;
  bool wrap = false;  // an angle: reduce the residual to [-pi, pi]
  bool idle = false;  // zero for all q of the tree, such as parallel axes in a planar loop
};

// Rows between the same two ends: a cut joint, a rod, a point on a line or plane, a rolling wheel.
struct RowBlock {
  int joint = -1, constraint = -1;  // index in the model, or -1
  int extra = -1;                   // index in Topology::extra, or -1
  Ends ends;
  std::vector<MeasureRow> rows;
  bool rolling = false;  // then rows[0] is the height; two rows at velocity level follow
  int first = 0, count = 0;
  std::vector<int> along;    // rows that are also in offset_rows_ (offset_rows.hpp)
  std::vector<int> others;   // all other rows that are not idle
  std::vector<int> G_place;  // by row and column of `ends`; -1 for idle rows
  std::vector<int> K_place;  // by pair of columns
};

// A row sum of factor q = offset + u
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

// A wheel on its rail: a row that depends on all six coordinates of one joint; see
// element/rail/wheel_rail.hpp.
struct ContactRow {
  int constraint = 0, row = 0, signal = 0;
  int track = 0;  // index in Work::tracks; the wheels of a wheelset share one
  std::array<int, 6> q{}, v{}, G_place{};
  std::vector<int> K_place;  // by pair of columns
};

struct LawMeasure {
  int q = -1, v = -1;  // >= 0: the measure is this coordinate itself
  MeasureRow row;
  Ends ends;
  bool again = false;        // same as in the law before: its values are still in the workspace
  std::vector<int> local;    // for each column of `ends`: its index in LawElement::columns
  std::vector<int> K_place;  // by pair of columns of `ends`
};

struct LawElement {
  int force = 0, z = 0;  // index in the model; index of its first auxiliary state
  // Special cases with faster code than the general one. The first three have no states.
  bool spring = false;       // a single PointPairMeasure
  bool coordinates = false;  // all measures are coordinates
  bool bushing = false;      // three measures along x, y, z of one frame (bushing.hpp)
  bool plan_view = false;    // the first measures are a frame seen from above (plan_view.hpp)
  // The number of consecutive springs between the same two points, starting with this one. 0: this
  // spring is evaluated together with an earlier one.
  int on_line = 1;
  int multiplier = -1;  // row whose multiplier the law depends on
  int contact = -1;     // index in contacts_ of the contact whose track the law uses
  std::vector<LawMeasure> measures;
  std::vector<int> acts;                // the measures along which the law has a force
  std::vector<int> columns;             // all columns that change a measure
  std::vector<int> pushed;              // indices in `columns` of those that change one of `acts`
  std::vector<int> K_place;             // by pair of columns
  std::vector<int> fz_place, eq_place;  // by (column, state) and (state, column)
  std::vector<int> by_multiplier;       // by column: place in f_lambda
};

struct BodyElement {
  int force = 0, z = 0;
  int link = -1, group = -1;
  Frame frame;
  std::vector<int> columns;
  std::vector<int> K_place, fz_place, eq_place;
};

class TreeMechanism final : public Mechanism, public Recursive, public Abrupt {
 public:
  explicit TreeMechanism(std::shared_ptr<const Model>);

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
  void make_offset_rows();
  RowBlock& add_block(const Attachment& a, const Attachment& b);
  LawMeasure law_measure(const ModelMeasure&, const Force&) const;
  Frame on_link(const Attachment&) const;
  int link_of(int body) const { return tree_.seat[static_cast<std::size_t>(body)].link; }

  // evaluate
  void evaluate_rows(const Point&, Need, Terms&, Work&) const noexcept;
  void evaluate_block(const RowBlock&, const Point&, Need, Terms&, Work&) const noexcept;
  struct RowValue {
    double s, gamma;  // gamma without the part of the signal
  };
  void evaluate_row(const RowBlock&, int row, const Point&, Need, Terms&, Work&) const noexcept;
  RowValue evaluate_line(const RowBlock&, int row, const Point&, Need, Terms&,
                         Work&) const noexcept;
  RowValue evaluate_gradient(const RowBlock&, int row, const Point&, Need, Terms&,
                             Work&) const noexcept;
  void block_gradient(const RowBlock&, int row, bool curvature, Work&,
                      MeasureGradient&) const noexcept;
  void evaluate_contacts(const Point&, Need, Terms&, Work&) const noexcept;
  void evaluate_coordinates(const LawElement&, const Point&, Need, Terms&, linear::Patterned* K,
                            Work&) const noexcept;
  void evaluate_by_time(const Point&, Terms&, Work&) const noexcept;  // f_t and e_t
  void by_multipliers(const Point&, linear::Patterned& f_lambda, Work&) const noexcept;
  void push(const LawElement&, const Point&, Vector& f, Work&) const noexcept;  // f += its force
  // Work::wrench += its force; the first for bushings only.
  void load(const LawElement&, const Point&, Work&) const noexcept;
  void load(const BodyElement&, const Point&, Work&) const noexcept;
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
  void evaluate_body_force(const BodyElement&, const Point&, Need, Terms&,
                           const BatchedTree::Wanted*, Work&) const noexcept;
  void evaluate_states(const BodyElement&, Need, const element::BodyForceIn&, Terms&,
                       Work&) const noexcept;
  void push(const BodyElement&, const Point&, Vector& f, Work&) const noexcept;  // f += its force
  // Computes the motions, with the accelerations a unless null. Adds the forces of the elements to
  // f; those of bushings and body forces go to Work::wrench instead.
  void element_forces(const Point&, const double* a, Vector& f, Work&) const noexcept;
  void mass(const Point&, Terms&, Work&) const noexcept;
  template <class OfLaw, class OfBody>
  void visit_elements(const Point&, Work&, double& V, OfLaw&&, OfBody&&) const noexcept;
  element::BodyForceIn body_force_input(const BodyElement&, const Point&, Work&) const noexcept;
  // in_turn: the workspace still holds the values of the law before, at the same point.
  void law_inputs(const LawElement&, const Point&, Work&, bool curvature,
                  bool in_turn = false) const noexcept;

  Topology topology_;
  TreeOfModel tree_;
  Groups groups_;
  Recursions recursions_;
  std::vector<RowBlock> blocks_;
  OffsetRows offset_rows_;
  bool only_offset_rows_ = true;  // all rows of blocks_ are offset rows or idle
  std::vector<int> idle_rows_;
  std::vector<CoordinateRow> coordinate_rows_;
  std::vector<ContactRow> contacts_;
  int tracks_ = 0;
  std::vector<LawElement> laws_;
  std::vector<BodyElement> body_forces_;
  std::vector<int> abrupt_;  // indices in laws_
  Index kept_ = 0;
  BatchedTree batches_;
  bool wrenches_ = false;  // some elements act by Work::wrench
  bool columns_ = false;   // some elements need the columns of WorldMotion
  bool some_explicit_ = false;
  bool by_batches_ = false;             // balance() uses batches_ and not recursions_
  linear::SharedPattern mass_pattern_;  // used by recursions_; shape_.M may be full instead
  std::vector<int> mass_place_;
  std::vector<int> ballast_;  // diagonal places in M of driven coordinates that move no inertia
  std::vector<int> M_place_, K_place_;  // places of the entries of batches_
  bool same_places_ = false;            // M_place_ and K_place_ are equal
  std::vector<int> K_rest_;  // places in K that elements add to but batches_ does not set
};

}  // namespace takt::mechanism
