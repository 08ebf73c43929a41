#include "study/file/keys.hpp"
#include "study/file/study_fields.hpp"
#include "takt/io/units/quantity.hpp"

namespace takt::study {

using io::model_file::Field;
using io::model_file::Fields;
using io::model_file::Item;

Fit read_fit(const Field& map, const std::string& folder) {
  const Fields f = map.map(keys_of("fit"));
  Fit fit;
  for (const Item& item : elements(f.get("parameters"), "parameter")) {
    const Fields p(*item.node, item, keys_of("sought"));
    FitParameter x{item.name, item.where(item.mark), p.get("start").number("*"),
                   p.get("least").number("*"), p.get("most").number("*")};
    if (!(x.least < x.most))
      p.get("most").fail("nothing is between 'least' and 'most'", "write least below most");
    if (!(x.least <= x.start && x.start <= x.most))
      p.get("start").fail("'start' is not between 'least' and 'most'", "begin inside of the bounds");
    fit.parameters.push_back(std::move(x));
  }
  const Field list = f.get("runs");
  for (const Field& one : list.list()) {
    const Fields r = one.map(keys_of("run"));
    MeasuredRun run;
    run.data = beside(folder, r.get("data").text());
    run.at = r.get("data").where();
    if (const auto set = r.find("set")) run.set = settings(*set);
    for (const Item& item : elements(r.get("signals"), "signal")) {
      const Fields s(*item.node, item, keys_of("signal"));
      MeasuredRun::Column c;
      c.signal = item.name;
      c.at = item.where(item.mark);
      c.column = s.has("column") ? s.get("column").text() : c.signal;
      if (s.has("unit")) c.factor = io::parse_quantity("1 " + s.get("unit").text(), c.at).value;
      if (s.has("deviation")) {
        c.deviation = s.get("deviation").number("") * c.factor;
        if (!(c.deviation > 0))
          s.get("deviation").fail("'deviation' is not positive", "write a number above 0");
      }
      run.columns.push_back(std::move(c));
    }
    if (run.columns.empty()) one.fail("the run has no signals", "add signals: {out.z: {}}");
    fit.runs.push_back(std::move(run));
  }
  if (fit.parameters.empty() || fit.runs.empty())
    map.fail("there is nothing to fit", "give at least one parameter and one run");
  return fit;
}

}  // namespace takt::study
