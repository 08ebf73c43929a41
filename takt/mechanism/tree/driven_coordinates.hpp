// Joints that follow a smooth signal: their coordinates are known functions of time, so the equations
// of motion are those of the other coordinates.                       002 section 1: M(p, u), Psi(p, v, u)
//
//   M_rr a = f_r - M_rd u'' - G_r' lambda,    g(q, u) = 0,    G_r v + gI = 0 with gI = G_d u'
//   driving force  Q = M_dr a + M_dd u'' - f_d + G_d' lambda
//
// Terms used: r the unknowns, d the driven coordinates, which stand last in q and v; u here the values
// of their signals. The tree computes the terms of all coordinates, with the accelerations u'' given;
// this class adds the known coordinates before, and takes out the terms of the unknowns after that.
#pragma once

#include "takt/eom/equations_of_motion.hpp"
#include "takt/mechanism/tree/loop_rows.hpp"

namespace takt::mechanism {

class DrivenCoordinates {
 public:
  explicit DrivenCoordinates(const JointTree& tree) : tree_(tree) {}

  bool empty() const noexcept { return tree_.drives.empty(); }
  int count() const noexcept { return tree_.drives.count(); }

  // Throws Error if a row depends on driven coordinates alone: no unknown can close it.
  void require_closable(const Shape& all, const LoopRows&) const;

  // The shape of the system of unknowns. `all` is that of all coordinates, with its patterns.
  Shape unknown_of(const Shape& all);

  // What drives do at one point of all coordinates.
  struct Look {
    Vector q, v, a, lambda, z, u, du;  // the point
    Vector force;                      // by drive, with the multipliers
    double power = 0;                  // without the multipliers
    bool known = false;
    bool is_of(const Point& all) const noexcept;
  };

  // All coordinates at a point, and their terms.
  struct Work {
    Vector q, v, a;
    Vector given;  // accelerations with the unknowns at rest: (0, u'')
    Terms terms;
    Look look;
  };
  Work make_work(const Shape& all) const;
  Point all(const Point&, Work&) const noexcept;

  // The terms of all coordinates that these terms of the unknowns are made of.
  static Need needed(Need) noexcept;
  // Writes the terms of the unknowns, after Work::terms were computed.
  void take(const Point&, Need, const Work&, Terms& out) const noexcept;

  // After f was computed with the accelerations a, and G, at this point of all coordinates.
  void look(const Point& all, Work&) const noexcept;

 private:
  // Places in a matrix of all coordinates, by entry of the matrix of the unknowns.
  struct Part {
    List<int> from;
    void copy(const linear::Patterned& all, linear::Patterned& out) const noexcept;
  };
  static Part part_of(const linear::Patterned& all, const linear::Patterned& out);
  // y += s A_d x, rows of the unknowns only; x by drive.
  template <class Values>
  void add_driven_columns(double s, const linear::Patterned& A, Values x, Vector& y) const noexcept;
  double u(const Point& p, int k) const noexcept { return p.u.u[tree_.drives[k].signal]; }
  double du(const Point& p, int k) const noexcept { return p.u.du[tree_.drives[k].signal]; }
  double ddu(const Point& p, int k) const noexcept { return p.u.ddu[tree_.drives[k].signal]; }

  const JointTree& tree_;
  Part M_, K_, G_, f_lambda_, f_z_, e_q_, e_v_;
};

}  // namespace takt::mechanism
