// A constraint row that is a sum of joint coordinates: a gear, or a joint of the tree driven by a
// signal that is not smooth.
//
//   g = sum of factor q - offset - u(signal)
#pragma once

#include "takt/base/list.hpp"
#include "takt/eom/equations_of_motion.hpp"

namespace takt::mechanism {

struct CoordinateRow {
  struct Part {
    int q = 0, v = 0;
    double factor = 1;
    int G_place = 0;
  };
  List<Part> parts;
  int joint = -1, constraint = -1;  // index in the model, or -1
  double offset = 0;
  int signal = -1, row = 0;

  // `given`: accelerations that gamma contains; null: none.
  void evaluate(const Point& p, Need need, const double* given, Terms& out) const noexcept {
    if (need & Term::g) {
      double g = -offset - (signal >= 0 ? p.u.u[signal] : 0.0);
      for (const Part& part : parts) g += part.factor * p.q[part.q];
      out.g[row] = g;
    }
    if (need & Term::gI) out.gI[row] = signal >= 0 ? -p.u.du[signal] : 0.0;
    if (need & Term::gamma) {
      double gamma = signal >= 0 ? -p.u.ddu[signal] : 0.0;
      if (given != nullptr)
        for (const Part& part : parts) gamma += part.factor * given[part.v];
      out.gamma[row] = gamma;
    }
    for (const Part& part : parts) {
      if (need & Term::G) out.G.values()[part.G_place] = part.factor;
      if (need & Term::Gv_q) out.Gv_q.values()[part.G_place] = 0;
    }
  }
};

}  // namespace takt::mechanism
