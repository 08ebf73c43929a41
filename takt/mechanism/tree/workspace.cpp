#include "takt/mechanism/tree/workspace.hpp"

#include <algorithm>

namespace takt::mechanism {

TreeWork::TreeWork(const JointTree& tree, const LoopRows& rows, const ForceElements& elements,
                   const TreeInertia& inertia, const Shape& shape, const DrivenCoordinates& driven)
    : Common(tree.model), driven(driven.make_work(shape)), world(tree.tree, tree.groups),
      batches(inertia.batches()), recursions(inertia.recursions().make_workspace()), K(shape.K),
      mass(inertia.mass_pattern()), tau(Vector::Zero(shape.nv)),
      wrench(6 * (tree.groups.all.size() + 1)), body_wrench(tree.model.bodies.size()),
      tracks(rows.tracks()) {
  const int of_elements = std::max(1, elements.most_columns());
  G = Gd = Matrix::Zero(element::law_measures, of_elements);
  by_q.resize(of_elements);
  by_v.resize(of_elements);
  most_columns = std::max(of_elements, rows.most_columns());
  line_columns.resize(element::law_measures * most_columns);
}

}  // namespace takt::mechanism
