// What a study has come to, in words and as JSON.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "study/run/log.hpp"
#include "study/run/merge.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::study {

struct SweepSummary {
  std::string study, model, folder, report;
  std::int64_t cases = 0, done = 0, failed = 0;    // of the table
  std::int64_t computed = 0, were_there = 0;       // by this run; before it
  std::map<std::string, std::int64_t> status;      // how many cases have each; empty for a shard
  Times times;                                     // of all cases, whatever computed them
  Written written;                                 // empty for a shard
};

std::map<std::string, std::int64_t> count_status(const CaseTable&, const Shards&);
std::string first_error(const CaseTable&, const Shards&);  // "case 3: ..."; empty: none failed
std::string in_words(const SweepSummary&, const io::Style&);
nlohmann::ordered_json to_json(const SweepSummary&);

}  // namespace takt::study
