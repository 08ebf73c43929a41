#include "takt/realtime/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace takt::realtime {
namespace {

constexpr int bar_columns = 18;

struct Class {
  double from, to;  // ns
};

// Classes with round limits (1, 2, 5, 10, ...) that contain everything that was counted.
std::vector<Class> classes(const std::vector<Distribution>& all) {
  double least = 1e300, most = 0;
  for (const Distribution& d : all)
    if (d.histogram->count() > 0) {
      least = std::min(least, std::max(d.histogram->quantile(0.001), 1.0));
      most = std::max(most, d.histogram->max());
    }
  std::vector<Class> list;
  if (most <= 0) return list;
  double from = 0;
  for (double decade = 1e1; decade < 1e13; decade *= 10)
    for (const double m : {1.0, 2.0, 5.0}) {
      const double to = m * decade;
      if (to < least) {
        continue;
      }
      list.push_back({from, to});
      from = to;
      if (to >= most) return list;
    }
  return list;
}

std::int64_t inside(const Histogram& h, const Class& c, bool last) {
  return (last ? h.count() : h.below(c.to)) - (c.from > 0 ? h.below(c.from) : 0);
}

std::string bar(std::int64_t count, std::int64_t largest) {
  if (count == 0) return "";
  const double share = std::log10(1.0 + static_cast<double>(count)) /
                       std::log10(1.0 + static_cast<double>(std::max<std::int64_t>(largest, 9)));
  std::string text;
  const int full = std::max(1, static_cast<int>(std::lround(share * bar_columns)));
  for (int i = 0; i < full; ++i) text += "▇";
  return text;
}

}  // namespace

std::string microseconds(double ns) {
  const double us = ns * 1e-3;
  return us >= 999.5 ? io::grouped(std::llround(us)) : fmt::format("{:.3g}", us);
}

std::string quantiles_text(const std::vector<Distribution>& all, const io::Style& style) {
  io::Table table({"µs", "min", "mean", "50 %", "99 %", "99.99 %", "max"});
  for (std::size_t i = 1; i <= 6; ++i) table.right(i);
  for (const Distribution& d : all) {
    const Histogram& h = *d.histogram;
    table.add({io::padded(d.name, 14), microseconds(h.min()), microseconds(h.mean()),
               microseconds(h.quantile(0.5)), microseconds(h.quantile(0.99)),
               microseconds(h.quantile(0.9999)), microseconds(h.max())});
  }
  return table.text(style, "  ");
}

std::string distribution_text(const std::vector<Distribution>& all, const io::Style& style) {
  const std::vector<Class> list = classes(all);
  constexpr std::size_t label = 16, column = 30;
  std::string head = "  " + io::padded("up to", label);
  for (const Distribution& d : all) head += io::padded(d.name, column);
  while (head.ends_with(' ')) head.pop_back();
  std::string out = style.faint(head) + "\n";
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::string line =
        "  " + io::padded(io::padded_left(io::seconds_in_words(list[i].to * 1e-9), 8), label);
    for (const Distribution& d : all) {
      std::int64_t largest = 0;
      for (std::size_t k = 0; k < list.size(); ++k)
        largest = std::max(largest, inside(*d.histogram, list[k], k + 1 == list.size()));
      const std::int64_t n = inside(*d.histogram, list[i], i + 1 == list.size());
      line += io::padded(n > 0 ? bar(n, largest) + " " + io::grouped(n) : "", column);
    }
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }
  return out;
}

nlohmann::ordered_json distribution_json(const Histogram& h) {
  nlohmann::ordered_json j = {{"min", h.min() * 1e-3},
                              {"mean", h.mean() * 1e-3},
                              {"p50", h.quantile(0.5) * 1e-3},
                              {"p99", h.quantile(0.99) * 1e-3},
                              {"p9999", h.quantile(0.9999) * 1e-3},
                              {"max", h.max() * 1e-3}};
  j["histogram"] = nlohmann::ordered_json::array();
  const std::vector<Class> list = classes({{"", &h}});
  for (std::size_t i = 0; i < list.size(); ++i)
    if (const std::int64_t n = inside(h, list[i], i + 1 == list.size()); n > 0)
      j["histogram"].push_back({{"up_to", list[i].to * 1e-3}, {"count", n}});
  return j;
}

}  // namespace takt::realtime
