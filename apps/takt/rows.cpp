#include "rows.hpp"

#include "takt/base/error.hpp"

namespace takt::app {

void require_rows(const Destinations& to, const std::string& every, const std::string& record) {
  if (!to.out.empty() || !to.recording.empty()) return;
  for (const auto& [word, option, does] :
       {std::tuple{&record, "--record", "adds columns to result files"},
        std::tuple{&every, "--every", "says which rows result files get"}})
    if (!word->empty() && (to.report.empty() || word == &record))
      throw Error(std::string(option) + " " + does + ", and there is none", option,
                  "add --out FILE.csv, or leave it out", Fault::usage);
}

}  // namespace takt::app
