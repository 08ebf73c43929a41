// takt.check, explain, compare, tune and certify: what the commands of the same names compute, as text and JSON.
#include "python/core/core.hpp"
#include "takt/analyse/check_json.hpp"
#include "takt/analyse/check_text.hpp"
#include "takt/analyse/compare_methods.hpp"
#include "takt/analyse/explanation.hpp"
#include "takt/certify/advice_page.hpp"
#include "takt/certify/advisor.hpp"
#include "takt/certify/certificate_text.hpp"
#include "takt/io/method/read_method.hpp"

namespace takt::python {
namespace {

using Words = std::vector<std::string>;

// Without the GIL, with the exception of a system in Python in place of what it caused.
template <class F> auto apart(const LoadedModel& model, F&& f) {
  auto out = around(model, [&] {
    const py::gil_scoped_release others;
    return f();
  });
  rethrow_of(model);
  return out;
}

py::tuple check(const LoadedModel& model, bool equilibrium, bool with_modes, bool travel,
                const Words& wheels, const std::vector<double>& heights) {
  analyse::CheckOptions o;
  o.equilibrium = equilibrium;
  o.modes = with_modes;
  o.travel = travel;
  o.wheels = wheels;
  o.heights = heights;
  const auto c = apart(model, [&] {
    const bool own = model.source().own != nullptr;
    return analyse::check(model.source().open(own ? "" : "joint:", false), o);
  });
  return py::make_tuple(analyse::to_json(c).dump(), analyse::check_text(c, {}));
}

std::string explain(const std::string& text, const std::optional<LoadedModel>& model, double step) {
  Method method = io::read_method(text);
  method.step = step;
  const std::string parts = analyse::parts_text(method, {});
  if (!model) {
    const std::string name = analyse::smallest_model(method);
    return parts + analyse::fit_text(method, io::open_model(name, {}, text), name, false, {});
  }
  return parts + apart(*model, [&] {
           const io::OpenModel open = model->source().open(text, false);
           return analyse::fit_text(method, open, model->name(), true, {});
         });
}

py::tuple compare(const LoadedModel& model, const Words& methods, const std::vector<double>& steps,
                  double until, const std::string& reference, const py::object& progress) {
  Watch watch(progress);
  analyse::CompareOptions o;
  o.until = until;
  o.methods = methods;
  o.steps = steps;
  o.reference = reference;
  o.interrupt = &watch.stop;
  double share = 0;
  o.progress = [&](std::size_t done, std::size_t all) {
    share = static_cast<double>(done) / static_cast<double>(all);
    watch.look(share);
  };
  o.in_a_run = [&](double) { watch.look(share); };
  const auto c = apart(model, [&] {
    return analyse::compare_methods(
        [&](const io::StatedMethod& stated) { return model.source().open(stated, false); }, o);
  });
  watch.rethrow();
  py::list rows;
  for (const analyse::Compared& one : c.all) {
    const Summary& s = one.summary;
    py::dict row;
    row["method"] = s.method;
    row["step"] = one.step;
    row["error"] = s.status == Status::ok ? py::object(py::float_(one.error)) : py::none();
    row["drift_position"] = s.max_drift.position;
    row["drift_velocity"] = s.max_drift.velocity;
    row["energy_change"] = s.energy_max_change;
    row["energy_method"] = s.energy.method;
    row["cpu_s"] = s.cpu_s;
    row["us_per_step"] = s.step_time.mean() * 1e-3;
    row["realtime_factor"] = s.realtime_factor();
    row["steps"] = s.steps;
    row["t_end"] = s.t_end;
    row["status"] = std::string(to_string(s.status));
    rows.append(row);
  }
  return py::make_tuple(c.model, c.reference, c.until, rows);
}

py::tuple tune(const LoadedModel& model, double period, double accuracy, double until,
               double budget, const Words& methods, const py::object& progress) {
  Watch watch(progress);
  certify::TuneOptions o;
  o.period = period;
  o.accuracy = accuracy;
  o.seconds = budget;
  for (const std::string& m : methods) o.methods.push_back(to_string(io::read_method(m)));
  o.set = model.source().set;
  o.interrupt = &watch.stop;
  o.progress = [&](double share) { watch.look(share); };
  const auto advice = apart(model, [&] {
    const certify::Opener open = [&](const std::string& m) {
      return model.source().open(m, false);
    };
    o.until = until > 0 ? until : open("index1+heun").until;
    return certify::tune(open, o);
  });
  watch.rethrow();
  return py::make_tuple(certify::to_json(advice).dump(), certify::page(advice, {}));
}

py::tuple certify_method(const LoadedModel& model, const std::string& text, double step,
                         double period, double until, const py::object& progress) {
  Watch watch(progress);
  certify::CertifyOptions o;
  o.interrupt = &watch.stop;
  o.progress = [&](double share) { watch.look(share); };
  const auto c = apart(model, [&] {
    const io::OpenModel open = model.source().open(text, false);
    const Method method = io::method_for(open, step);
    o.until = until > 0 ? until : open.until;
    o.period = period > 0 ? period : method.step;
    return certify::certify(open, method, o);
  });
  watch.rethrow();
  return py::make_tuple(certify::to_json(c).dump(), certify::page(c, {}));
}

}  // namespace

void bind_analysis(py::module_& m) {
  m.def("check", check);
  m.def("explain", explain);
  m.def("compare", compare);
  m.def("tune", tune);
  m.def("certify", certify_method);
}

}  // namespace takt::python
