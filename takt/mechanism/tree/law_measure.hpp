// A law of the model with its measures, as the force elements use them.
#pragma once

#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/mechanism/tree/row_block.hpp"

namespace takt::mechanism {

// A measure that a law depends on: a coordinate of the tree, or a measure between two frames.
struct LawMeasure {
  int q = -1, v = -1;  // >= 0: the measure is this coordinate itself
  MeasureRow row;
  Ends ends;
  // For each column of `ends` its index among the columns of the element. law_measure() numbers
  // them in their order, as for an element with this measure only.
  List<int> local;
  List<int> K_place;  // by pair of columns of `ends`

  bool is_coordinate() const noexcept { return q >= 0; }

  // Computes s, s' and G, with `derivatives` also Gd and the second derivatives, and stores them as
  // measure m of the workspace. Row m of G and Gd is set to zero before, for `columns` columns.
  void evaluate(int m, int columns, const Point&, bool derivatives, TreeWork&) const noexcept;
  // K += factor d2s/dq2, after evaluate() with derivatives.
  void add_curvature(int m, double factor, double* K, const TreeWork&) const noexcept;
};

// Throws Error if the force acts on a coordinate that its joint does not have.
LawMeasure law_measure(const JointTree&, const ModelMeasure&, const Force&);

// The law of a force of the model.
struct LawOfForce {
  int index = 0;  // in the model
  const Force* force = nullptr;
  int z = 0;  // index of its first auxiliary state

  const element::Law& law() const noexcept { return *force->law; }
  // False: its derivatives belong neither to K nor to C.
  bool stiff(Need need) const noexcept { return !force->explicit_only || (need & Term::K_full); }
  bool varies() const noexcept { return !force->signals.empty() && !force->explicit_only; }
  // Arguments of the law: the measures of the workspace, and its signals, which are copied to the
  // workspace.
  element::LawIn in(const Point&, TreeWork&) const noexcept;
  // The same for by_time(), with the second derivatives of the signals.
  element::LawIn in_for_by_time(const Point&, TreeWork&) const noexcept;
};

void pick_signals(const Force&, const Point&, TreeWork&) noexcept;
void pick_second_derivatives(const Force&, const Point&, TreeWork&) noexcept;

}  // namespace takt::mechanism
