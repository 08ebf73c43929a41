#include "study/run/summary.hpp"

#include "study/run/table_hdf5.hpp"

namespace takt::study {

std::map<std::string, std::int64_t> count_status(const CaseTable& table, const Shards& shards) {
  std::map<std::string, std::int64_t> counts;
  std::vector<std::string> cells;
  const std::size_t at = cells_before_status(table);
  for_each_row(shards, [&](std::string_view row) {
    cells_of(row, cells);
    ++counts[cells.at(at)];
  });
  return counts;
}

std::string first_error(const CaseTable& table, const Shards& shards) {
  std::string first;
  std::vector<std::string> cells;
  const std::size_t at = cells_before_status(table);
  for_each_row(shards, [&](std::string_view row) {
    if (!first.empty() || is_ok(row, at)) return;
    cells_of(row, cells);
    first = "case " + cells.front() + ": " + cells.at(at) + ", " + cells.back();
  });
  return first;
}

std::string in_words(const SweepSummary& s, const io::Style& style) {
  const auto line = [](const std::string& what, const std::string& text) {
    return "  " + io::padded(what, 14) + text + "\n";
  };
  std::string out = style.strong(s.study) + "  " + s.model + ", " + io::grouped(s.cases) +
                    (s.cases == 1 ? " case" : " cases") + "\n\n";
  if (s.computed > 0 || s.were_there < s.done)
    out += line("computed", io::grouped(s.computed) + (s.were_there > 0 ? ", " + io::grouped(s.were_there) +
                                                                              " were there"
                                                                        : ""));
  if (s.done < s.cases) out += line("in all", io::grouped(s.done) + " of " + io::grouped(s.cases));
  if (s.failed > 0) {
    std::string parts;
    for (const auto& [status, count] : s.status)
      if (status != "ok") parts += (parts.empty() ? ": " : ", ") + status + " " + io::grouped(count);
    out += line("failed", style.bad(io::grouped(s.failed)) + parts);
  }
  if (s.times.cases > 0)
    out += line("a case", io::seconds_in_words(s.times.seconds / static_cast<double>(s.times.cases)) +
                              " of processor time, of that " +
                              io::seconds_in_words(s.times.opening_seconds /
                                                   static_cast<double>(s.times.cases)) +
                              " to open the model; longest " + io::seconds_in_words(s.times.longest));
  if (!s.written.csv.empty()) out += line("table", s.written.csv + ", " + s.written.hdf5);
  else out += line("shards", s.folder + "/shards; the table: --merge");
  if (!s.report.empty()) out += line("page", s.report);
  return out;
}

nlohmann::ordered_json to_json(const SweepSummary& s) {
  nlohmann::ordered_json j;
  j["study"] = s.study;
  j["model"] = s.model;
  j["cases"] = s.cases;
  j["done"] = s.done;
  j["failed"] = s.failed;
  j["computed"] = s.computed;
  j["were_there"] = s.were_there;
  j["status"] = nlohmann::ordered_json::object();
  for (const auto& [status, count] : s.status) j["status"][status] = count;
  j["case_s"] = {{"mean", s.times.cases > 0 ? s.times.seconds / static_cast<double>(s.times.cases) : 0},
                 {"opening", s.times.cases > 0
                                 ? s.times.opening_seconds / static_cast<double>(s.times.cases)
                                 : 0},
                 {"longest", s.times.longest}};
  j["folder"] = s.folder;
  j["csv"] = s.written.csv;
  j["hdf5"] = s.written.hdf5;
  return j;
}

}  // namespace takt::study
