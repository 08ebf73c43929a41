#include "study/fit/fitted.hpp"

#include <cmath>

#include "takt/base/shell_word.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/line_file.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::study {
namespace {

using Json = nlohmann::ordered_json;
using io::short_number;

// Root mean square of the residuals of a signal, in its unit.
double rms_of(const MeasuredSignal& s, const Fitted& f) {
  const auto part = f.residuals.segment(static_cast<Eigen::Index>(s.first),
                                        static_cast<Eigen::Index>(s.times.size()));
  return s.scale * std::sqrt(part.squaredNorm() / static_cast<double>(s.times.size()));
}

double deviation(const Fitted& f, int k) { return std::sqrt(f.covariance(k, k)); }

std::string command_of(const Study& study, const Residuals& residuals, const Fitted& f) {
  std::string command = "takt run " + shell_word(study.model);
  for (const std::string& set : residuals.settings(f.x)) command += " --set " + shell_word(set);
  if (!study.methods.empty()) command += " --method " + shell_word(study.methods.front());
  if (!study.steps.empty()) command += " --step " + number(study.steps.front());
  return command;
}

}  // namespace

std::string in_words(const Study& study, const Residuals& residuals, const Fitted& f) {
  std::string out = study.name + "  " + study.model + ", " + std::to_string(residuals.parameters()) +
                    " parameters, " + io::grouped(residuals.count()) + " measured values\n\n";
  io::Table table({"parameter", "value", "deviation", "95 % between", "and", "start"});
  for (int k = 0; k < residuals.parameters(); ++k) {
    const FitParameter& p = study.fit->parameters[static_cast<std::size_t>(k)];
    const double x = residuals.value(k, f.x[k]), d = deviation(f, k);
    table.add({p.path + (f.at_bound[static_cast<std::size_t>(k)] ? " (at its bound)" : ""),
               short_number(x, 6), short_number(d, 3), short_number(x - 1.96 * d, 6),
               short_number(x + 1.96 * d, 6), short_number(p.start, 6)});
  }
  for (const std::size_t column : {1, 2, 3, 4, 5}) table.right(column);
  out += table.text({}, "  ") + "\n";
  if (f.covariance.hasNaN())
    out += "  The runs do not tell these parameters apart: there are no deviations. Measure what they change.\n";
  for (int i = 0; i < residuals.parameters(); ++i)
    for (int k = 0; k < i && !f.covariance.hasNaN(); ++k) {
      const double c = f.covariance(i, k) / (deviation(f, i) * deviation(f, k));
      if (std::abs(c) > 0.9)
        out += "  " + study.fit->parameters[static_cast<std::size_t>(k)].path + " and " +
               study.fit->parameters[static_cast<std::size_t>(i)].path + " are hard to tell apart: correlation " +
               short_number(c, 3) + "\n";
    }
  io::Table signals({"signal", "root mean square of residuals", "noise", "run"});
  for (const MeasuredSignal& s : residuals.signals())
    signals.add({s.signal, short_number(rms_of(s, f), 4), s.known_noise ? short_number(s.scale, 4) : "-", s.run});
  out += signals.text({}, "  ") + "\n";
  if (f.known_noise)
    out += "  residuals     " + short_number(f.reduced, 4) +
           " times the variance of the noise; far above 1: the model or the stated noise is wrong\n";
  else
    out += "  deviations    from the residuals, as if these were noise alone\n";
  out += "  search        " + std::string(f.converged ? "converged" : "did not converge: " + f.message) + ", " +
         std::to_string(f.iterations) + " iterations, " + io::grouped(residuals.simulations()) + " runs, " +
         io::seconds_in_words(f.seconds) + "\n  run it        " + command_of(study, residuals, f) + "\n";
  return out;
}

static Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

nlohmann::ordered_json to_json(const Study& study, const Residuals& residuals, const Fitted& f) {
  Json j{{"study", study.name}, {"model", study.model}, {"converged", f.converged},
         {"iterations", f.iterations}, {"runs", residuals.simulations()}, {"seconds", f.seconds},
         {"measured_values", residuals.count()}, {"known_noise", f.known_noise},
         {"reduced_chi_squared", number_or_null(f.reduced)}};
  j["parameters"] = Json::array();
  for (int k = 0; k < residuals.parameters(); ++k) {
    const FitParameter& p = study.fit->parameters[static_cast<std::size_t>(k)];
    j["parameters"].push_back({{"path", p.path},
                               {"value", residuals.value(k, f.x[k])},
                               {"deviation", number_or_null(deviation(f, k))},
                               {"at_bound", static_cast<bool>(f.at_bound[static_cast<std::size_t>(k)])}});
  }
  j["covariance"] = Json::array();
  for (int i = 0; i < residuals.parameters(); ++i) {
    Json row = Json::array();
    for (int k = 0; k < residuals.parameters(); ++k) row.push_back(number_or_null(f.covariance(i, k)));
    j["covariance"].push_back(std::move(row));
  }
  j["signals"] = Json::array();
  for (const MeasuredSignal& s : residuals.signals())
    j["signals"].push_back({{"run", s.run}, {"signal", s.signal}, {"rms", number_or_null(rms_of(s, f))}});
  j["command"] = command_of(study, residuals, f);
  return j;
}

// run,signal,t,measured,simulated
void write_residuals(const std::string& path, const Residuals& residuals, const Fitted& f) {
  io::LineFile file(path);
  file.add("run,signal,t,measured,simulated\n");
  for (const MeasuredSignal& s : residuals.signals())
    for (std::size_t i = 0; i < s.times.size(); ++i)
      file.add(io::csv_cell(s.run) + "," + io::csv_cell(s.signal) + "," + number(s.times[i]) + "," +
               number(s.values[i]) + "," +
               number(s.values[i] + s.scale * f.residuals[static_cast<Eigen::Index>(s.first + i)]) + "\n");
  file.close();
}


}  // namespace takt::study
