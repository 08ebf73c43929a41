// The compiled models of a study, shared by the threads that run its cases. Cases with the same settings
// share one; the last few are kept, so that memory stays flat.
#pragma once

#include <atomic>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "study/design/case_table.hpp"
#include "study/run/signals.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::study {

struct Prepared {  // const: all threads read it
  io::OpenModel model;
  io::Record record;
  io::Columns columns;
  Signals signals;  // first those of metrics, then those of keep.signals
};

// Opens the model for the settings of a case. `formulas` and `at`: see Signals. Throws Error.
std::shared_ptr<const Prepared> prepare(const Study&, const std::vector<std::string>& set,
                                        const std::string& method,
                                        const std::vector<std::string>& formulas,
                                        const std::vector<std::string>& at);

class Models {
 public:
  Models(const Study&, std::vector<std::string> formulas, std::vector<std::string> at,
         std::size_t keep);
  std::shared_ptr<const Prepared> of(const Case&);  // throws Error
  std::int64_t compiled() const noexcept { return compiled_; }

 private:
  using Entry = std::shared_future<std::shared_ptr<const Prepared>>;
  const Study& study_;
  std::vector<std::string> formulas_, at_;
  std::size_t keep_;
  std::mutex mutex_;
  std::list<std::pair<std::string, Entry>> recent_;  // the newest first
  std::atomic<std::int64_t> compiled_ = 0;
};

}  // namespace takt::study
