// Whole runs: rows in memory and in files, a controller written in Python, Ctrl-C.
#include <cmath>

#include "python/core/core.hpp"
#include "python/core/result.hpp"
#include "takt/door/parts.hpp"
#include "takt/door/whole_run.hpp"
#include "takt/io/results/json.hpp"
#include "web/report/model_scene.hpp"

namespace takt::python {
namespace {

bool is_keyboard_interrupt(const std::exception_ptr& error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (py::error_already_set& e) {
    return e.matches(PyExc_KeyboardInterrupt);
  } catch (...) {
  }
  return false;
}

// The exception as an object of Python; None if there is none.
py::object object_of(const std::exception_ptr& error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (py::error_already_set& e) {
    if (e.trace()) PyException_SetTraceback(e.value().ptr(), e.trace().ptr());
    return e.value();
  } catch (const py::value_error& e) {
    return py::reinterpret_borrow<py::object>(PyExc_ValueError)(e.what());
  } catch (const py::type_error& e) {
    return py::reinterpret_borrow<py::object>(PyExc_TypeError)(e.what());
  } catch (const std::exception& e) {
    return py::reinterpret_borrow<py::object>(PyExc_RuntimeError)(e.what());
  }
  return py::none();
}

// Asks a Python function for the inputs, once a period. It gets the time and returns a number for each
// input, or None where it has set them itself.
class PythonController final : public Controller {
 public:
  PythonController(Live& live, py::object answer, std::atomic<bool>& stop)
      : live_(live), answer_(std::move(answer)), stop_(stop) {}

  bool answer(std::int64_t, double t, std::span<const double>, std::span<double> inputs) override {
    const py::gil_scoped_acquire gil;
    door_of(live_.sim).forget();
    live_.show();
    Engine& engine = door_of(live_.sim).live->engine;
    const std::vector<double> before(inputs.begin(), inputs.end());
    const std::vector<double> rates(engine.input_rates().begin(), engine.input_rates().end());
    try {
      const py::object given = answer_(t);
      const std::span<double> now = engine.inputs();
      if (given.is_none())
        std::copy(now.begin(), now.end(), inputs.begin());
      else
        for (std::size_t i = 0; i < inputs.size(); ++i)
          inputs[i] = given[py::int_(i)].cast<double>();
    } catch (...) {  // kept, and thrown when the run has ended
      error_ = std::current_exception();
      if (is_keyboard_interrupt(error_)) stop_.store(true);
    }
    // The run itself puts the answer to use, so that its energy account sees the jump.
    std::copy(before.begin(), before.end(), engine.inputs().begin());
    std::copy(rates.begin(), rates.end(), engine.input_rates().begin());
    return !error_;
  }
  std::string failure() const override { return "the controller raised an exception"; }
  std::exception_ptr error() const { return error_; }

 private:
  Live& live_;
  py::object answer_;
  std::atomic<bool>& stop_;
  std::exception_ptr error_;
};

struct Running {  // while a run makes the steps
  explicit Running(Live& live) : live_(live) { live_.running = true; }
  ~Running() { live_.running = false; }
  Live& live_;
};

std::vector<std::string> warnings_of(const door::WholeRun& run, Live& live) {
  const door::LiveModel& p = *door_of(live.sim).live;
  if (p.open.mechanism == nullptr) return {};
  const double step = p.engine.composition().adaptive() ? 0 : p.method.step;
  return web::warnings_of(*p.open.mechanism, step, p.open.start, run.summary.final_state);
}

// (result, what happened or None): an exception of a controller or system, or (what, where, hint) of a run
// that failed.
py::tuple run(Live& live, double every, const std::string& record,
              const std::vector<std::string>& files, const py::object& answer, double period,
              const py::object& progress, const std::string& command) {
  const Live::Lock lock(live);
  live.require_idle("run");
  io::MemoryTable table(door::columns_of(live.sim, record));
  door::AroundRun around_run;
  around_run.files = {files, every, record};
  around_run.table = &table;
  around_run.command = command;
  Watch watch(progress);
  PythonController controller(live, answer, watch.stop);
  if (!answer.is_none()) {
    around_run.controller = &controller;
    around_run.control_every = std::llround(period / live.sim.step_length());
    if (around_run.control_every < 1 ||
        std::abs(static_cast<double>(around_run.control_every) * live.sim.step_length() - period) >
            1e-9 * period)
      throw Error("the period of the controller is no whole number of steps", "period",
                  "choose a multiple of the step", Fault::usage);
  }
  around_run.interrupt = &watch.stop;
  around_run.progress = [&](double t) { watch.look(t); };
  auto result = std::make_shared<Result>();
  std::optional<door::WholeRun> whole;
  {
    const Running running(live);
    around(live.model, [&] {
      const py::gil_scoped_release others;
      whole.emplace(door::whole_run(live.sim, around_run));
    });
  }
  // An exception of the controller, of a system written in Python, or of a signal handler. Ctrl-C may have
  // hit any of them: it ends the run, and is no error.
  std::exception_ptr error = error_of(live.model);
  if (!error) error = controller.error();
  if (!error) error = watch.error();
  const bool interrupted = is_keyboard_interrupt(error);
  if (interrupted) {
    whole->summary.status = Status::interrupted;
    whole->summary.failure.clear();
  }
  {
    const py::gil_scoped_release others;
    result->rows = table.rows();
    const io::Columns& c = table.columns();
    for (std::size_t k = 0; k < c.names().size(); ++k)
      result->columns.push_back({c.names()[k], c.units()[k], c.descriptions()[k]});
    result->numbers = std::make_shared<const std::vector<double>>(table.move_columns());
    result->from = whole->from;
    result->json = io::to_json(whole->summary).dump();
    result->text = door::text_of(*whole, live.sim);
    result->warnings = warnings_of(*whole, live);
    result->summary = whole->summary;
    result->model = live.model;
  }
  live.show();
  if (error && !interrupted) return py::make_tuple(result, object_of(error));
  if (whole->summary.status == Status::ok) return py::make_tuple(result, py::none());
  const Error why = door::why_stopped(*whole, live.sim);
  return py::make_tuple(result, py::make_tuple(std::string(why.what()), why.where, why.hint));
}

}  // namespace

void bind_runs(py::module_& m) {
  bind_results(m);
  m.def("run", run);
}

}  // namespace takt::python
