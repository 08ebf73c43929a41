#include "study/fit/residuals.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "study/run/models.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/input_file.hpp"
#include "takt/simulate/run.hpp"

namespace takt::study {
namespace {

// Takes the values of signals at the times of the data.
class Probe final : public Sink {
 public:
  Probe(const Prepared& p, std::vector<const MeasuredSignal*> signals, Eigen::VectorXd& r)
      : p_(p), signals_(std::move(signals)), r_(r), row_(p.columns.names().size()),
        now_(p.signals.count()), before_(now_), next_(signals_.size(), 0) {}

  void take(const Sample& sample) override {
    const double t = sample.state.t;
    p_.columns.fill(sample, row_);
    p_.signals.evaluate(row_, now_, work_);
    for (std::size_t k = 0; k < signals_.size(); ++k) {
      const MeasuredSignal& s = *signals_[k];
      // The last time may be beyond the end by round-off.
      for (; next_[k] < s.times.size() && s.times[next_[k]] <= t + 1e-9 * (1 + t); ++next_[k]) {
        const double part = t > t_ ? std::min(1.0, (s.times[next_[k]] - t_) / (t - t_)) : 1;
        const double x = before_[k] + part * (now_[k] - before_[k]);
        r_[static_cast<Eigen::Index>(s.first + next_[k])] = (x - s.values[next_[k]]) / s.scale;
      }
    }
    t_ = t;
    before_ = now_;
  }
  bool complete() const {
    for (std::size_t k = 0; k < signals_.size(); ++k)
      if (next_[k] < signals_[k]->times.size()) return false;
    return true;
  }

 private:
  const Prepared& p_;
  std::vector<const MeasuredSignal*> signals_;
  Eigen::VectorXd& r_;
  std::vector<double> row_, now_, before_, work_;
  std::vector<std::size_t> next_;
  double t_ = 0;
};

double deviation_of(const std::vector<double>& x) {
  double sum = 0, squares = 0;
  for (const double one : x) sum += one;
  const double mean = sum / static_cast<double>(x.size());
  for (const double one : x) squares += (one - mean) * (one - mean);
  return std::sqrt(squares / static_cast<double>(x.size()));
}

const io::InputColumn& column_of(const io::InputFile& file, const MeasuredRun::Column& c) {
  std::vector<std::string> names;
  for (const io::InputColumn& one : file.columns) {
    if (one.name == c.column) return one;
    names.push_back(one.name);
  }
  throw Error("'" + file.name + "' has no column '" + c.column + "'", c.at,
              did_you_mean(c.column, names, "its columns are " + join(names, ", ")));
}

}  // namespace

Residuals::Residuals(const Study& study, int jobs) : study_(&study), jobs_(jobs) {
  if (!study.fit)
    throw Error("the study says nothing to fit", study.file,
                "add fit: {parameters: {...}, runs: [...]}; takt sweep runs its cases");
  fit_ = &*study.fit;
  for (const MeasuredRun& run : fit_->runs) {
    io::InputFile file;
    try {
      file = io::read_inputs(run.data);
    } catch (const Error& e) {
      throw Error(e.what(), run.at, e.hint);
    }
    of_run_.emplace_back();
    for (const MeasuredRun::Column& c : run.columns) {
      const io::InputColumn& column = column_of(file, c);
      MeasuredSignal s{run.data, c.signal, static_cast<std::size_t>(count_), {}, {}, c.deviation,
                       c.deviation > 0};
      if (c.factor != 1 && !column.unit.empty())
        throw Error("the unit of '" + c.column + "' stands in '" + file.name + "' already", c.at,
                    "leave `unit` out");
      for (std::size_t i = 0; i < file.times.size(); ++i) {
        if (file.times[i] < 0) continue;
        s.times.push_back(file.times[i]);
        s.values.push_back(c.factor * column.values[i]);
      }
      if (s.times.empty()) throw Error("'" + file.name + "' has no times from 0 on", c.at, "runs begin at 0");
      if (!s.known_noise) s.scale = deviation_of(s.values);
      if (!(s.scale > 0)) s.scale = 1;  // it does not move
      count_ += static_cast<Eigen::Index>(s.times.size());
      of_run_.back().push_back(signals_.size());
      signals_.push_back(std::move(s));
    }
  }
  if (count_ <= parameters())
    throw Error("there are " + std::to_string(count_) + " measured values for " +
                    std::to_string(parameters()) + " parameters",
                study.file, "more must be measured than is sought");
}

Residuals::Residuals(const Study& study, std::vector<MeasuredSignal> signals)
    : study_(&study), fit_(&*study.fit), jobs_(1), signals_(std::move(signals)) {}

double Residuals::value(int k, double x) const {
  const FitParameter& p = fit_->parameters[static_cast<std::size_t>(k)];
  return p.least + std::clamp(x, 0.0, 1.0) * (p.most - p.least);
}

double Residuals::scaled(int k, double value) const {
  const FitParameter& p = fit_->parameters[static_cast<std::size_t>(k)];
  return (value - p.least) / (p.most - p.least);
}

std::vector<std::string> Residuals::settings(const Eigen::VectorXd& x) const {
  std::vector<std::string> set = study_->set;
  for (int k = 0; k < parameters(); ++k)
    set.push_back(fit_->parameters[static_cast<std::size_t>(k)].path + "=" + number(value(k, x[k])));
  return set;
}

// Errors of what is sought name its place in the study.
std::shared_ptr<const Prepared> Residuals::open(const std::vector<std::string>& set,
                                                const std::vector<std::string>& formulas,
                                                const std::vector<std::string>& at) const {
  try {
    return prepare(*study_, set, study_->methods.empty() ? "" : study_->methods.front(), formulas, at);
  } catch (const Error& e) {
    for (const FitParameter& sought : fit_->parameters)
      if (e.where == "set " + sought.path) throw Error(e.what(), sought.at, e.hint);
    throw;
  }
}

bool Residuals::simulate(std::size_t number_of_run, const Eigen::VectorXd& x, Eigen::VectorXd& r,
                         std::string& why) const {
  const MeasuredRun& run = fit_->runs[number_of_run];
  std::vector<std::string> set = settings(x), formulas, at;
  set.insert(set.end(), run.set.begin(), run.set.end());
  std::vector<const MeasuredSignal*> signals;
  double until = 0;
  for (std::size_t k = 0; k < run.columns.size(); ++k) {
    formulas.push_back(run.columns[k].signal);
    at.push_back(run.columns[k].at);
    signals.push_back(&signals_[of_run_[number_of_run][k]]);
    until = std::max(until, signals.back()->times.back());
  }
  ++simulations_;
  const auto p = open(set, formulas, at);
  const Method method = io::method_for(p->model, study_->steps.empty() ? 0 : study_->steps.front());
  SetUp set_up;
  set_up.until = until;
  Engine engine(p->model.system, method, p->model.start, set_up);
  Probe probe(*p, signals, r);
  RunOptions o;
  o.bound = false;
  o.time_steps = false;
  o.observe = p->record.observed();
  Sink* sink = &probe;
  const Summary s = takt::run(engine, o, std::span(&sink, 1));
  if (s.status == Status::ok && probe.complete() && r.allFinite()) return true;
  why = "the run to '" + run.data + "' failed (" + std::string(to_string(s.status)) + ") at t = " +
        number(s.t_end) + " s, with " + join(set, ", ");
  return false;
}

bool Residuals::evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& r, std::string& why) const {
  r.setZero(count_);
  for (std::size_t k = 0; k < fit_->runs.size(); ++k)
    if (!simulate(k, x, r, why)) return false;
  return true;
}

bool Residuals::jacobian(const Eigen::VectorXd& x, Eigen::MatrixXd& J, std::string& why) const {
  // Of the range between the bounds: contacts that begin a step earlier or later make runs rough below it.
  constexpr double step = 2e-3;
  const int n = parameters();
  struct Side {
    Eigen::VectorXd x, r;
    std::string why;
    bool ok = false;
  };
  std::vector<Side> sides(static_cast<std::size_t>(2 * n));
  for (int k = 0; k < n; ++k)
    for (int side = 0; side < 2; ++side) {
      Side& s = sides[static_cast<std::size_t>(2 * k + side)];
      s.x = x;
      s.x[k] = std::clamp(x[k] + (side == 0 ? -step : step), 0.0, 1.0);
    }
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < sides.size(); i = next++) {
      try {
        sides[i].ok = evaluate(sides[i].x, sides[i].r, sides[i].why);
      } catch (const Error& e) {
        sides[i].why = e.what();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int k = 1; k < std::min(jobs_, 2 * n); ++k) threads.emplace_back(work);
  work();
  for (std::thread& t : threads) t.join();
  J.resize(count_, n);
  for (int k = 0; k < n; ++k) {
    const Side &a = sides[static_cast<std::size_t>(2 * k)], &b = sides[static_cast<std::size_t>(2 * k + 1)];
    if (!a.ok || !b.ok) {
      why = a.ok ? b.why : a.why;
      return false;
    }
    J.col(k) = (b.r - a.r) / (b.x[k] - a.x[k]);
  }
  return true;
}

}  // namespace takt::study
