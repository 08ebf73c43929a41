// takt.rollout: many runs on several threads.
#include "takt/door/rollout.hpp"

#include "python/core/core.hpp"

namespace takt::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style>;

std::span<const double> all_of(const std::optional<Numbers>& a) {
  if (!a) return {};
  return {a->data(), static_cast<std::size_t>(a->size())};
}

py::dict rollout(const std::vector<LoadedModel>& models, const std::string& method, double step,
                 std::int64_t runs, std::int64_t rows, std::int64_t steps_a_row,
                 const std::vector<std::string>& inputs, const std::optional<Numbers>& values,
                 const std::optional<Numbers>& q, const std::optional<Numbers>& v,
                 const std::vector<std::string>& outputs, int threads) {
  Watch watch;
  door::RolloutTask task;
  task.models = models;
  task.method = method;
  task.step = step;
  task.runs = runs;
  task.rows = rows;
  task.steps_a_row = steps_a_row;
  task.inputs = inputs;
  task.values = all_of(values);
  task.q = all_of(q);
  task.v = all_of(v);
  task.outputs = outputs;
  task.threads = threads;
  task.interrupt = &watch.stop;
  auto done = std::make_unique<door::RolloutResult>();
  around(models.front(), [&] {
    const py::gil_scoped_release others;
    *done = door::rollout(task, [&] { watch.look(0); });
  });
  for (const LoadedModel& m : models) rethrow_of(m);
  watch.rethrow();
  py::list status, failures, steps, hashes;
  for (const door::RolloutRun& r : done->runs) {
    status.append(std::string(to_string(r.status)));
    failures.append(r.failure);
    steps.append(r.steps);
    hashes.append(r.hash);
  }
  py::dict out;
  out["status"] = status, out["failures"] = failures, out["steps"] = steps, out["hashes"] = hashes;
  out["interrupted"] = watch.interrupted();
  const auto shape = [](auto... n) {
    return std::vector<py::ssize_t>{static_cast<py::ssize_t>(n)...};
  };
  const auto give = [](std::vector<double> numbers, std::vector<py::ssize_t> sizes) {
    auto* kept = new std::vector<double>(std::move(numbers));
    kept->reserve(1);
    const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<double>*>(p); });
    return py::array_t<double>(std::move(sizes), kept->data(), owner);
  };
  out["t"] = give(std::move(done->t), shape(rows + 1));
  out["outputs"] = give(std::move(done->outputs), shape(runs, rows + 1, outputs.size()));
  return out;
}

}  // namespace

void bind_rollout(py::module_& m) { m.def("rollout", rollout); }

}  // namespace takt::python
