#include "study/run/models.hpp"

#include <algorithm>

namespace takt::study {

std::shared_ptr<const Prepared> prepare(const Study& study, const std::vector<std::string>& set,
                                        const std::string& method,
                                        const std::vector<std::string>& formulas,
                                        const std::vector<std::string>& at) {
  io::OpenModel model = io::open_model(study.model, set, method, study.assemble);
  const io::Record record = record_for(formulas);
  io::Columns columns(model.system->names(), record, model.system->observable());
  Signals signals(formulas, at, columns);
  return std::make_shared<const Prepared>(
      Prepared{std::move(model), record, std::move(columns), std::move(signals)});
}

Models::Models(const Study& study, std::vector<std::string> formulas, std::vector<std::string> at,
               std::size_t keep)
    : study_(study), formulas_(std::move(formulas)), at_(std::move(at)), keep_(keep) {}

std::shared_ptr<const Prepared> Models::of(const Case& c) {
  std::string key = c.method;
  for (const std::string& s : c.set) key += '\n' + s;
  std::promise<std::shared_ptr<const Prepared>> promise;
  Entry entry;
  bool mine = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(recent_.begin(), recent_.end(),
                                    [&](const auto& one) { return one.first == key; });
    if (found != recent_.end()) {
      recent_.splice(recent_.begin(), recent_, found);
    } else {
      recent_.emplace_front(std::move(key), promise.get_future().share());
      if (recent_.size() > keep_) recent_.pop_back();
      mine = true;
    }
    entry = recent_.front().second;
  }
  if (mine) {
    try {
      promise.set_value(prepare(study_, c.set, c.method, formulas_, at_));
      ++compiled_;
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  }
  return entry.get();
}

}  // namespace takt::study
