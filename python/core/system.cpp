// A system written in Python (takt.System). Python gives M, f, g and what else it has; the rest follows by
// differences: the Jacobian and the curvature of the constraints here, by formulas of fourth order, because
// methods take second derivatives of them; everything else by eom/differences.hpp.
//
//   G = dg/dq,  gI = dg/du u',  gamma = d^2/ds^2 g(q + s v, u(t + s))   at s = 0
#include <cmath>

#include "python/core/core.hpp"
#include "takt/eom/equations_of_motion.hpp"

namespace takt::python {
namespace {

// A step for which rounding (1e-16 / h) and truncation (h^4) are about equal.
constexpr double nudge = 1e-3;

struct Has {
  bool jacobian, stiffness, damping, potential, output, excitation;
};

class PythonSystem final : public EquationsOfMotion {
 public:
  PythonSystem(py::object self, const py::dict& d)
      : self_(std::move(self)), has_{d["jacobian"].cast<bool>(), d["stiffness"].cast<bool>(),
                                     d["damping"].cast<bool>(),  d["potential"].cast<bool>(),
                                     d["output"].cast<bool>(),   d["excitation"].cast<bool>()} {
    names_.q = names_.v = d["names"].cast<std::vector<std::string>>();
    names_.rows = d["rows"].cast<std::vector<std::string>>();
    names_.outputs = d["outputs"].cast<std::vector<std::string>>();
    for (const auto& [name, value] : d["inputs"].cast<py::dict>()) {
      Input input;
      input.name = name.cast<std::string>();
      input.standard = value.cast<double>();
      names_.inputs.push_back(std::move(input));
    }
    shape_.nq = shape_.nv = names_.q.count();
    shape_.ng = names_.rows.count();
    shape_.inputs = names_.inputs.count();
    shape_.nu = shape_.inputs + d["excitations"].cast<Index>();
    shape_.outputs = names_.outputs.count();
    shape_.constant_mass = d["constant_mass"].cast<bool>();
    shape_.row_level.assign(static_cast<std::size_t>(shape_.ng), RowLevel::position);
    shape_.analytic = Term::M | Term::f | Term::g | Term::G | Term::gI;
    if (!has_.jacobian) shape_.analytic = shape_.analytic | Term::gamma;
    if (has_.stiffness) shape_.analytic = shape_.analytic | Term::K;
    if (has_.damping) shape_.analytic = shape_.analytic | Term::C;
    start_.q = d["q"].cast<Vector>();
    start_.v = d["v"].cast<Vector>();
    start_.a = Vector::Zero(shape_.nv);
    start_.lambda = Vector::Zero(shape_.ng);
    start_.z = Vector::Zero(0);
  }
  ~PythonSystem() override {
    const py::gil_scoped_acquire gil;
    self_.release().dec_ref();
    error_ = nullptr;
  }
  PythonSystem(const PythonSystem&) = delete;
  PythonSystem& operator=(const PythonSystem&) = delete;

  const Shape& shape() const noexcept override { return shape_; }
  const Names& names() const noexcept override { return names_; }
  State initial() const override { return start_; }

  void standard_inputs(std::span<double> inputs) const noexcept override {
    std::fill(inputs.begin(), inputs.end(), 0.0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape_.inputs); ++i)
      inputs[i] = names_.inputs[i].standard;
  }

  void excite(double t, std::span<const double> inputs, Excitation& x) const noexcept override {
    const Index n = shape_.inputs;
    for (Index i = 0; i < n; ++i) {
      x.u[i] = inputs[static_cast<std::size_t>(i)];
      x.du[i] = inputs[static_cast<std::size_t>(n + i)];
      x.ddu[i] = 0;
    }
    if (!has_.excitation) return;
    guarded(
        [&] {
          Vector at[5];
          for (int k = 0; k < 5; ++k)
            at[k] = vector(call("excitation", t + (k - 2) * nudge), shape_.nu - n, "excitation(t)");
          x.u.tail(shape_.nu - n) = at[2];
          x.du.tail(shape_.nu - n) = first(at);
          x.ddu.tail(shape_.nu - n) = second(at);
        },
        [&] { x.u.setConstant(NAN), x.du.setConstant(NAN), x.ddu.setConstant(NAN); });
  }

  void evaluate(const Point& p, Need need, Terms& out, Scratch&) const noexcept override {
    guarded([&] { evaluate(p, need, out); },
            [&] {
              if (need & Term::M) out.M.values().setConstant(NAN);
              if (need & Term::f) out.f.setConstant(NAN);
              if (need & Term::g) out.g.setConstant(NAN);
              if (need & Term::G) out.G.values().setConstant(NAN);
              if (need & Term::gI) out.gI.setConstant(NAN);
              if (need & Term::gamma) out.gamma.setConstant(NAN);
              if (need & Term::K) out.K.values().setConstant(NAN);
              if (need & Term::C) out.C.values().setConstant(NAN);
            });
  }

  double potential(const Point& p, Scratch&) const noexcept override {
    if (!has_.potential) return 0;
    double V = NAN;
    guarded([&] { V = vector(call("potential", p.q, p.u.u), 1, "potential(q, u)")[0]; }, [] {});
    return V;
  }

  void outputs(const Point& p, std::span<double> y, Scratch&) const noexcept override {
    if (!has_.output) return;
    guarded(
        [&] {
          const Vector all =
              vector(call("output", p.q, p.v, p.u.u), shape_.outputs, "output(q, v, u)");
          std::copy_n(all.data(), y.size(), y.data());
        },
        [&] { std::fill(y.begin(), y.end(), NAN); });
  }

  std::exception_ptr take_error() const { return std::exchange(error_, nullptr); }

 private:
  // After an exception nothing is asked of Python any more until it has been raised.
  template <class F, class G> void guarded(F&& f, G&& failed) const noexcept {
    const py::gil_scoped_acquire gil;
    if (!error_) {
      try {
        return f();
      } catch (...) {
        error_ = std::current_exception();
      }
    }
    failed();
  }

  template <class... Arguments> py::object call(const char* name, const Arguments&... a) const {
    return self_.attr(name)(py::cast(a)...);
  }

  [[noreturn]] static void wrong(const py::array& a, const std::string& what,
                                 const std::string& wanted) {
    throw py::value_error(what + " returned an array of shape " +
                          py::str(a.attr("shape")).cast<std::string>() + ", not " + wanted);
  }
  using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;
  static Array array(const py::object& given, const std::string& what) {
    if (!given.is_none())  // which NumPy would take for NaN
      if (Array a = Array::ensure(given)) return a;
    PyErr_Clear();
    throw py::type_error(what + " returned " + py::repr(given).cast<std::string>().substr(0, 80) +
                         ", which is no array of numbers");
  }
  static Vector vector(const py::object& given, Index n, const std::string& what) {
    const Array a = array(given, what);
    if (a.size() != n || a.ndim() > 1) wrong(a, what, "(" + std::to_string(n) + ",)");
    return Eigen::Map<const Vector>(a.data(), n);
  }
  static Matrix matrix(const py::object& given, Index rows, Index cols, const std::string& what) {
    const Array a = array(given, what);
    const bool flat = a.ndim() <= 1 && a.size() == rows * cols && (rows == 1 || cols == 1);
    if (!flat && (a.ndim() != 2 || a.shape(0) != rows || a.shape(1) != cols))
      wrong(a, what, "(" + std::to_string(rows) + ", " + std::to_string(cols) + ")");
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const RowMajor>(a.data(), rows, cols);
  }

  Vector constraint(const Vector& q, const Vector& u) const {
    return vector(call("constraint", q, u), shape_.ng, "constraint(q, u)");
  }
  // Derivatives by s from the values at s = -2h, ..., 2h.
  static Vector first(const Vector (&at)[5], double h = nudge) {
    return (at[0] - 8 * at[1] + 8 * at[3] - at[4]) / (12 * h);
  }
  static Vector second(const Vector (&at)[5], double h = nudge) {
    return (-at[0] + 16 * at[1] - 30 * at[2] + 16 * at[3] - at[4]) / (12 * h * h);
  }

  void evaluate(const Point& p, Need need, Terms& out) const {
    const Index n = shape_.nv, rows = shape_.ng;
    const Vector& u = p.u.u;
    if (need & Term::M) put(matrix(call("mass", p.q), n, n, "mass(q)"), out.M);
    if (need & Term::f) out.f = vector(call("force", p.q, p.v, u), n, "force(q, v, u)");
    if (need & Term::K)
      put(matrix(call("stiffness", p.q, p.v, u), n, n, "stiffness(q, v, u)"), out.K);
    if (need & Term::C) put(matrix(call("damping", p.q, p.v, u), n, n, "damping(q, v, u)"), out.C);
    if (rows == 0) return;
    if (need & Term::g) out.g = constraint(p.q, u);
    if (need & Term::G)
      put(has_.jacobian ? matrix(call("jacobian", p.q, u), rows, n, "jacobian(q, u)")
                        : jacobian(p.q, u),
          out.G);
    if (need & Term::gI) {
      out.gI.setZero();
      if (shape_.nu > 0 && p.u.du.cwiseAbs().maxCoeff() > 0)
        out.gI = first_along(p, Vector::Zero(n));
    }
    if (need & Term::gamma) out.gamma = second_along(p);
  }

  static void put(const Matrix& from, linear::Patterned& to) { to.dense() = from; }

  Matrix jacobian(const Vector& q, const Vector& u) const {
    Matrix G(shape_.ng, shape_.nv);
    Vector moved = q, at[5];
    for (Index j = 0; j < shape_.nv; ++j) {
      const double h = nudge * std::max(1.0, std::abs(q[j]));
      for (int k = 0; k < 5; ++k) {
        if (k == 2) continue;
        moved[j] = q[j] + (k - 2) * h;
        at[k] = constraint(moved, u);
      }
      moved[j] = q[j];
      G.col(j) = first(at, h);
    }
    return G;
  }

  // g at q + s v, u(t + s), for s = -2h, ..., 2h.
  void along(const Point& p, const Vector& v, double h, Vector (&at)[5]) const {
    for (int k = 0; k < 5; ++k) {
      const double s = (k - 2) * h;
      at[k] = constraint(p.q + s * v, p.u.u + s * p.u.du + 0.5 * s * s * p.u.ddu);
    }
  }
  Vector first_along(const Point& p, const Vector& v) const {
    Vector at[5];
    along(p, v, nudge, at);
    return first(at);
  }
  Vector second_along(const Point& p) const {
    Vector at[5];
    const double h = nudge / std::max(1.0, max_norm(p.v));
    along(p, p.v, h, at);
    return second(at, h);
  }

  py::object self_;
  Has has_;
  Shape shape_;
  Names names_;
  State start_;
  mutable std::exception_ptr error_;  // changed with the GIL held
};

}  // namespace

std::exception_ptr error_of(const LoadedModel& model) {
  const auto* system = dynamic_cast<const PythonSystem*>(model.source().own.get());
  return system == nullptr ? nullptr : system->take_error();
}

void rethrow_of(const LoadedModel& model) {
  if (const std::exception_ptr e = error_of(model)) std::rethrow_exception(e);
}

LoadedModel load_system(const py::object& system, const py::dict& what_it_has) {
  return load(std::make_shared<const PythonSystem>(system, what_it_has),
              py::type::of(system).attr("__name__").cast<std::string>());
}

}  // namespace takt::python
