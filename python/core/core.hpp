// What the sources of takt._core share: the objects behind Python's, and how errors cross over. Python/takt
// has the signatures and texts that users see; this module is not for them.
#pragma once

#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/door/simulation.hpp"
#include "takt/door/source.hpp"

namespace takt::python {

namespace py = pybind11;

// An Error with the Python class that it becomes, from takt.errors.
struct Sorted {
  std::string type;
  Error error;
};

// The class of an error: what is wrong with a method is a MethodError, with an argument a UsageError; else
// `standard`.
std::string class_of(const Error&, std::string_view standard);
// Runs `f`, whose errors are of this class unless they say more.
template <class F> auto as(const char* type, F&& f) {
  try {
    return f();
  } catch (const Error& e) {
    throw Sorted{class_of(e, type), e};
  }
}

// A system written in Python (system.cpp) keeps the first exception of its functions, because steps pass none.
// Throws it, if there is one.
void rethrow_of(const LoadedModel&);
std::exception_ptr error_of(const LoadedModel&);  // takes it; null: there is none
// The same around set-up, where that exception is the cause of what `f` throws.
template <class F> auto around(const LoadedModel& model, F&& f) {
  try {
    return f();
  } catch (...) {
    rethrow_of(model);
    throw;
  }
}

// Watches for signals (Ctrl-C) while C++ works without the GIL: call it now and then. What a handler
// raises sets `stop`; rethrow() raises anything but KeyboardInterrupt, which the caller turns into a result.
class Watch {
 public:
  std::atomic<bool> stop{false};
  // `tell`: a Python function of one number, or None.
  explicit Watch(py::object tell = py::none()) : tell_(std::move(tell)) {}
  void look(double how_far);
  bool interrupted() const noexcept { return by_user_; }
  std::exception_ptr error() const noexcept { return error_; }
  void rethrow();

 private:
  py::object tell_;
  std::exception_ptr error_;
  bool by_user_ = false;
};

// A NumPy array that nobody can write to, on memory that `owner` keeps alive.
py::array_t<double> read_only(const double* data, std::vector<py::ssize_t> shape,
                              std::vector<py::ssize_t> strides, py::object owner);

// A simulation and the arrays that show its state. Calls from several threads wait for each other.
class Live {
 public:
  Live(const LoadedModel&, const SimulationOptions&);

  Simulation sim;
  const LoadedModel model;
  py::array_t<double> q, v;  // the same objects always
  double t = 0;

  bool step(std::int64_t count);
  void show();  // copies the state into q, v and t; needs the GIL
  // While a run makes the steps, its controller may read, and set inputs.
  bool running = false;
  void require_idle(const char* what) const;

  class Lock {
   public:
    explicit Lock(Live&);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    Live& live_;
    bool outer_;
  };

 private:
  std::shared_ptr<std::vector<double>> q_, v_;
  std::mutex mutex_;
  std::atomic<std::thread::id> owner_{};
};

LoadedModel load_system(const py::object& system, const py::dict& what_it_has);

void bind_errors(py::module_&);
void bind_models(py::module_&);
void bind_simulation(py::module_&);
void bind_runs(py::module_&);
void bind_rollout(py::module_&);
void bind_analysis(py::module_&);
void bind_catalogues(py::module_&);

}  // namespace takt::python
