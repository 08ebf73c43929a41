// takt explain METHOD: what the method is, its source, order and cost, and whether it fits a model.
#include <cstdio>

#include "command.hpp"
#include "complaint.hpp"
#include "positive_time.hpp"
#include "takt/analyse/explanation.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::app {
namespace {

struct ExplainWords {
  std::string method, model, step = "1ms";
  std::vector<std::string> set;
};

void explain(const ExplainWords& w, const io::Style& style) {
  Method method = io::read_method(w.method);
  method.step = positive_time(w.step, "step");
  const std::string name = w.model.empty() ? analyse::smallest_model(method) : w.model;
  const io::OpenModel model = io::open_model(name, w.set, w.method);
  std::fputs(analyse::parts_text(method, style).c_str(), stdout);
  std::fputs(analyse::fit_text(method, model, name, !w.model.empty(), style).c_str(), stdout);
}

void add_explain(CLI::App& app, Context& context) {
  auto w = std::make_shared<ExplainWords>();
  add_word(app, "METHOD", "", w->method, "as for takt run --method")->required();
  add_word(app, "--model", "MODEL", w->model, "a model it is to run");
  add_word(app, "--step", "TIME", w->step, "length of a step (1ms), for options that depend on it");
  add_repeated(app, "--set", "PATH=VALUE", w->set, "path=value, as for takt run");
  add_inputs(app, w->set);
  app.callback([w, &context] { explain(*w, context.style); });
}

}  // namespace

Command explain_command() {
  return {"explain", "what a method is, its cost, and if it fits", add_explain};
}

}  // namespace takt::app
