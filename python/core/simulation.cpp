// takt._core.Simulation: what python/takt/simulation.py calls.
#include <cmath>

#include "python/core/core.hpp"
#include "takt/base/text.hpp"
#include "takt/door/parts.hpp"

namespace takt::python {
namespace {

// Calls something of the simulation behind its lock, and raises what a system written in Python raised.
template <class F> auto locked(Live& live, F&& f) {
  const Live::Lock lock(live);
  if constexpr (std::is_void_v<decltype(f(live.sim))>) {
    around(live.model, [&] { f(live.sim); });
    rethrow_of(live.model);
  } else {
    auto out = around(live.model, [&] { return f(live.sim); });
    rethrow_of(live.model);
    return out;
  }
}

const Names& names_of(Live& live) { return door_of(live.sim).live->open.system->names(); }

template <class List> std::vector<std::string> copied(const List& list) {
  return {list.begin(), list.end()};
}

std::vector<std::string> input_names(Live& live) {
  std::vector<std::string> names;
  for (const Input& i : names_of(live).inputs) names.push_back(i.name);
  return names;
}

std::size_t input_number(Live& live, const std::string& name) {
  return door::find_name(input_names(live), door::without_prefix(name, "u."), "input");
}

void set_input(Live& live, const std::string& name, double value) {
  locked(live, [&](Simulation& sim) {
    const Input& input = names_of(live).inputs[input_number(live, name)];
    if (!std::isfinite(value))
      throw Error("input '" + input.name + "' cannot be " + number(value), "input",
                  "give a finite number", Fault::usage);
    sim.input(input.name) = std::clamp(value, input.least, input.most);
  });
}

void set_rate(Live& live, const std::string& name, double rate) {
  locked(live, [&](Simulation& sim) {
    if (!std::isfinite(rate))
      throw Error("the rate of input '" + name + "' cannot be " + number(rate), "input",
                  "give a finite number", Fault::usage);
    sim.input(name).set_rate(rate);
  });
}

double input_rate(Live& live, const std::string& name) {
  return locked(live, [&](Simulation&) {
    return door_of(live.sim).live->engine.input_rates()[input_number(live, name)];
  });
}

void set_state(Live& live, const Vector& q, const Vector& v) {
  live.require_idle("set_state");
  locked(live, [&](Simulation& sim) { as("UsageError", [&] { sim.set_state(q, v); }); });
  live.show();
}

py::bytes save(Live& live) {
  const std::vector<std::byte> memory = locked(live, [](Simulation& sim) { return sim.save(); });
  return py::bytes(reinterpret_cast<const char*>(memory.data()), memory.size());
}

void restore(Live& live, const py::bytes& memory) {
  live.require_idle("restore");
  const std::string_view bytes = memory;
  locked(live, [&](Simulation& sim) { sim.restore(std::as_bytes(std::span(bytes))); });
  live.show();
}

void change(Live& live, const std::vector<std::pair<std::string, std::string>>& set) {
  live.require_idle("change");
  Parameters all;
  for (const auto& [name, value] : set) all.emplace_back(name, value);
  locked(live, [&](Simulation& sim) { as("ModelError", [&] { sim.change(all); }); });
  live.show();
}

// As the columns body.<name>.* have them: x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz; then the
// accelerations of the same kind.
Vector body(Live& live, const std::string& name, bool accelerations) {
  return locked(live, [&](Simulation& sim) {
    const BodyHandle b = sim.body(name);
    Vector x(accelerations ? 6 : 13);
    if (accelerations) {
      const Twist a = b.acceleration();
      x << a.linear, a.angular;
    } else {
      const Pose p = b.pose();
      const Twist v = b.twist();
      x << p.position, p.rotation.w(), p.rotation.x(), p.rotation.y(), p.rotation.z(), v.linear,
          v.angular;
    }
    return x;
  });
}

Vector reaction(Live& live, const std::string& name) {
  return locked(live, [&](Simulation& sim) {
    const Wrench w = sim.joint(name).reaction();
    Vector x(6);
    x << w.force, w.moment;
    return x;
  });
}

std::vector<double> numbers(Live& live, std::string_view what) {
  return locked(live, [&](Simulation& sim) -> std::vector<double> {
    if (what == "energy") return {sim.energy().kinetic, sim.energy().potential};
    const DriftNow d = sim.drift();
    return {d.position, d.velocity, d.acceleration};
  });
}

Matrix matrix(Live& live, std::string_view what) {
  return locked(live, [&](Simulation& sim) -> Matrix {
    if (what == "M") return sim.mass_matrix();
    if (what == "G") return sim.constraint_jacobian();
    if (what == "K") return sim.stiffness_matrix();
    return sim.damping_matrix();
  });
}

Vector vector(Live& live, std::string_view what) {
  return locked(live, [&](Simulation& sim) {
    if (what == "h") return sim.bias_forces();
    if (what == "z") return sim.state().z;
    return sim.constraints();
  });
}

Matrix point_jacobian(Live& live, const std::string& name, const Eigen::Vector3d& point) {
  return locked(live, [&](Simulation& sim) { return sim.body(name).point_jacobian(point); });
}

Eigen::Vector3d point(Live& live, const std::string& name, const Eigen::Vector3d& local) {
  return locked(live, [&](Simulation& sim) { return sim.body(name).point(local); });
}

}  // namespace

void bind_simulation(py::module_& m) {
  py::class_<Live, std::shared_ptr<Live>>(m, "Simulation")
      .def(py::init([](const LoadedModel& model, const std::string& method, double step,
                       double until, bool assemble) {
        return std::make_shared<Live>(
            model, SimulationOptions{
                       .method = method, .step = step, .until = until, .assemble = assemble});
      }))
      .def("step", &Live::step)
      .def_readonly("t", &Live::t)
      .def_readonly("q", &Live::q)
      .def_readonly("v", &Live::v)
      .def_property_readonly(
          "done", [](Live& s) { return locked(s, [](Simulation& x) { return x.done(); }); })
      .def_property_readonly(
          "steps", [](Live& s) { return locked(s, [](Simulation& x) { return x.steps(); }); })
      .def_property_readonly(
          "status",
          [](Live& s) {
            return locked(s, [](Simulation& x) { return std::string(to_string(x.status())); });
          })
      .def_property_readonly(
          "failure", [](Live& s) { return locked(s, [](Simulation& x) { return x.failure(); }); })
      .def_property_readonly("method", [](Live& s) { return s.sim.method(); })
      .def_property_readonly("step_length", [](Live& s) { return s.sim.step_length(); })
      .def_property_readonly("until", [](Live& s) { return door_of(s.sim).until; })
      .def_property_readonly(
          "adaptive", [](Live& s) { return door_of(s.sim).live->engine.composition().adaptive(); })
      .def("q_names", [](Live& s) { return copied(names_of(s).q); })
      .def("v_names", [](Live& s) { return copied(names_of(s).v); })
      .def("z_names", [](Live& s) { return copied(names_of(s).z); })
      .def("row_names", [](Live& s) { return copied(names_of(s).rows); })
      .def("output_names", [](Live& s) { return copied(names_of(s).outputs); })
      .def("input_names", input_names)
      .def("input",
           [](Live& s, const std::string& name) {
             return locked(s, [&](Simulation& sim) { return sim.input(name).value(); });
           })
      .def("set_input", set_input)
      .def("input_rate", input_rate)
      .def("set_rate", set_rate)
      .def("output",
           [](Live& s, const std::string& name) {
             return locked(s, [&](Simulation& sim) { return sim.output(name).value(); });
           })
      .def("body", body)
      .def("point", point)
      .def("point_jacobian", point_jacobian)
      .def("reaction", reaction)
      .def("numbers", numbers)
      .def("matrix", matrix)
      .def("vector", vector)
      .def("inverse_dynamics",
           [](Live& s, const Vector& q, const Vector& v, const Vector& a) {
             return locked(s, [&](Simulation& sim) { return sim.inverse_dynamics(q, v, a); });
           })
      .def("forward_dynamics",
           [](Live& s, const Vector& q, const Vector& v, const Vector& f) {
             return locked(s, [&](Simulation& sim) { return sim.forward_dynamics(q, v, f); });
           })
      .def("set_state", set_state)
      .def("save", save)
      .def("restore", restore)
      .def("change", change)
      .def("move_to_equilibrium",
           [](Live& s) {
             s.require_idle("move_to_equilibrium");
             locked(s, [](Simulation& sim) { move_to_equilibrium(sim); });
             s.show();
           })
      .def("modes", [](Live& s) { return locked(s, [](Simulation& sim) { return modes(sim); }); })
      .def("linearise", [](Live& s, const std::vector<std::string>& inputs,
                           const std::vector<std::string>& outputs, bool of_step) {
        const Linear l = locked(s, [&](Simulation& sim) {
          return linearise(sim, inputs, outputs, of_step ? LinearOf::step : LinearOf::motion);
        });
        py::dict d;
        d["A"] = l.A, d["B"] = l.B, d["C"] = l.C, d["D"] = l.D;
        d["D_rate"] = l.D_rate, d["D_acceleration"] = l.D_acceleration;
        d["state_of_x"] = l.state_of_x, d["state_of_input"] = l.state_of_input;
        d["state_of_rate"] = l.state_of_rate;
        d["position_basis"] = l.position_basis, d["velocity_basis"] = l.velocity_basis;
        d["step"] = l.step;
        return d;
      });
}

}  // namespace takt::python
