// Finds the places of values in sparse matrices. Entries are requested one by one while the
// equations are laid out, and resolved when all are known and the patterns can be made.
#pragma once

#include <utility>
#include <vector>

#include "takt/linear/entries.hpp"
#include "takt/mechanism/natural/equations.hpp"

namespace takt::mechanism::natural {

enum class Matrix3 { G, K, K_lambda, f_z, e_q, e_z, count };

class Placing {
 public:
  enum class Into { terms, curvature, places, e_z };
  void ask(Matrix3 matrix, int row, int col, Into into, int index, int component) {
    asked_.push_back({matrix, row, col, into, index, component});
  }
  void resolve(Equations& e) {
    const int nv = 3 * e.entities;
    auto make = [&](Matrix3 m, int rows, int cols) {
      std::vector<std::pair<int, int>> entries;
      for (const Asked& a : asked_)
        if (a.matrix == m) entries.emplace_back(a.row, a.col);
      return linear::pattern_of(rows, cols, std::move(entries));
    };
    e.G = make(Matrix3::G, e.rows, nv);
    e.K = make(Matrix3::K, nv, nv);
    e.K_lambda = make(Matrix3::K_lambda, nv, nv);
    e.f_z = make(Matrix3::f_z, nv, e.states);
    e.e_q = make(Matrix3::e_q, e.states, nv);
    e.e_z = make(Matrix3::e_z, e.states, e.states);
    const linear::SharedPattern* of[] = {&e.G, &e.K, &e.K_lambda, &e.f_z, &e.e_q, &e.e_z};
    for (const Asked& a : asked_) {
      const linear::Pattern& p = **of[static_cast<int>(a.matrix)];
      const int at = linear::place_of(p, a.row, a.col);
      switch (a.into) {
        case Into::terms: e.terms[a.index].at[a.component] = at; break;
        case Into::curvature: e.curvature[a.index].at[a.component] = at; break;
        case Into::places: e.places[a.index][a.component] = at; break;
        case Into::e_z: e.e_z_places[a.index] = at; break;
      }
    }
  }

 private:
  struct Asked {
    Matrix3 matrix;
    int row, col;
    Into into;
    int index, component;
  };
  List<Asked> asked_;
};

}  // namespace takt::mechanism::natural
