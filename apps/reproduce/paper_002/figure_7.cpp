#include "apps/reproduce/paper_002/figure_7.hpp"

#include <algorithm>
#include <cmath>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"

namespace takt::reproduce::paper_002 {
namespace {

constexpr int figure_7_starts = 15, pendulums = 16;
constexpr int characters = 80;  // width of the picture
constexpr double until = 200;   // s

// The number of times in the interval of each character; a dot for none.
std::string strip(const std::vector<double>& times) {
  std::vector<int> counts(characters, 0);
  for (const double t : times)
    ++counts[std::min(characters - 1, static_cast<int>(characters * t / until))];
  std::string text;
  for (const int n : counts) text += n == 0 ? "·" : n < 10 ? std::to_string(n) : std::string("+");
  return text;
}

std::string wave() {
  constexpr std::string_view heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  for (int i = 0; i < characters; ++i) {
    const double u = std::sin(chain_omega * until * (i + 0.5) / characters);
    text += heights[static_cast<int>(std::min(7.0, std::floor(4 * (1 + u))))];
  }
  return text;
}

void add(Table& t, std::string_view run, std::string_view what, const std::vector<double>& times) {
  for (const double time : times)
    t.rows.push_back(
        {std::string(run), std::string(what), csv(time), csv(std::sin(chain_omega * time))});
}

}  // namespace

Figure7 figure_7() {
  const Campaign c = chain(pendulums, 1);
  return {matrix_times(c, "dense+on_demand", chain_first_step),
          matrix_times(c, "dense+extended(a)", chain_first_step)};
}

Report report_figure_7() {
  const Figure7 f = figure_7();
  Writer w(
      "Chain of 16 pendulums to 200 s, first step 0.2 s: how many matrices are made in each 2.5 s. "
      "One run each, as in the figure; medians over first steps below and in Table 2.");
  Table shown{"", {"", "0 to 200 s"}, {}};
  shown.rows = {{"excitation", wave()},
                {"standard, differences", strip(f.standard.differences)},
                {"(26)a, differences", strip(f.extended.differences)},
                {"(26)a, updates", strip(f.extended.updates)}};
  w.table(shown);
  Table filed{"002-figure-7", {"run", "matrix", "t", "excitation"}, {}};
  add(filed, "on_demand", "differences", f.standard.differences);
  add(filed, "extended(a)", "differences", f.extended.differences);
  add(filed, "extended(a)", "update", f.extended.updates);
  web::ChartSection c = chart("When matrices are made", "On the excitation of the support.",
                              time_axis("t"), linear_axis("excitation, sin ωt"), filed,
                              {{"t", "excitation", {"run", "matrix"}, "", as_points}});
  web::Curve sine{"excitation", {}, {}};
  for (double t = 0; t <= until; t += until / 1000) {
    sine.x.push_back(t);
    sine.y.push_back(std::sin(chain_omega * t));
  }
  c.curves.insert(c.curves.begin(), std::move(sine));
  w.chart(std::move(c));
  w.file(std::move(filed));
  const std::string words[] = {"dense+on_demand", "dense+extended(a)"};
  const auto medians = count(chain(pendulums, figure_7_starts), words);
  const auto made = [](const std::vector<double>& times) { return std::to_string(times.size()); };
  w.check(
      {said_in("section 4.2.1"),
       "Updates (26) \"substitute most of the finite difference approximations\": 6 are left of "
       "43. Here: less than half, in medians over 15 first steps.",
       text(medians[1].jacobians) + " are left of " + text(medians[0].jacobians) +
           "; in the runs shown " + made(f.extended.differences) + " of " +
           made(f.standard.differences) + ", beside " + made(f.extended.updates) + " updates.",
       f.standard.finished && f.extended.finished &&
           2 * medians[1].jacobians.median < medians[0].jacobians.median,
       "updates leave " + whole(medians[1].jacobians.median) + " of " +
           whole(medians[0].jacobians.median) + " Jacobians, the paper's 6 of 43"});
  return w.finish("Matrices of the chain");
}

}  // namespace takt::reproduce::paper_002
