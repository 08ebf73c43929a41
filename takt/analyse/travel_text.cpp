// Tables and files of `takt check --travel`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "takt/analyse/check_text.hpp"
#include "takt/io/results/line_file.hpp"

namespace takt::analyse {
namespace {

const Force& force_of(const Model& model, int force) { return model.forces[force]; }

std::string fixed(double x, int digits) {
  std::string text = fmt::format("{:.{}f}", x, digits);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  return text;
}

}  // namespace

std::string travel_text(const Model& model, const Travel& t, const io::Style& style) {
  std::string out =
      style.faint("Travel of " + t.wheel.name +
                  (t.steer ? ", steered to " + fixed(1e3 * *t.steer, 1) + " mm" : "") +
                  ": camber positive top out, toe positive front in, track positive outwards") +
      "\n";
  std::vector<std::string> header{"travel mm", "camber deg", "toe deg",
                                  "track mm",  "load N",     "rate N/mm"};
  for (int f : t.elements) {
    const Force& force = force_of(model, f);
    header.push_back(force.name + " " + std::string(unit_of(model, force.measures[0]).name));
    header.emplace_back("force");
    header.emplace_back("ratio");
  }
  io::Table table(header);
  for (std::size_t k = 0; k < header.size(); ++k) table.right(k);
  for (const TravelPoint& p : t.points) {
    constexpr double degrees = 180 / M_PI;
    std::vector<std::string> row{fixed(1e3 * p.z, 1),       fixed(degrees * p.camber, 3),
                                 fixed(degrees * p.toe, 3), fixed(1e3 * p.track, 2),
                                 fixed(p.load, 1),          fixed(1e-3 * p.stiffness, 2)};
    for (const TravelElement& e : p.elements) {
      const MeasureUnit unit = unit_of(model, force_of(model, e.force).measures[0]);
      row.push_back(fixed(unit.factor * e.s, 2));
      row.push_back(fixed(e.report, 1));
      row.push_back(fixed(e.ratio, 4));
    }
    table.add(std::move(row));
  }
  out += table.text(style, "  ");
  out += style.faint(
             "  load: vertical force that holds the wheel there, springs and unsprung weight; "
             "ratio: d(length)/d(travel)") +
         "\n";
  if (t.hanging)
    out += fmt::format("  The wheel hangs free at {} mm.\n", fixed(1e3 * *t.hanging, 2));
  for (const auto& [end, what] : {std::pair{&t.lowest, "down"}, std::pair{&t.highest, "up"}})
    if (*end)
      out += "  " +
             style.bad(fmt::format("The linkage goes {} no further than about {} mm.", what,
                                   fixed(1e3 * **end, 0))) +
             "\n";
  return out;
}

std::vector<std::string> travel_csv(const Model& model, const std::vector<Travel>& travels) {
  std::vector<int> elements;  // of all wheels
  for (const Travel& t : travels)
    for (int f : t.elements)
      if (std::find(elements.begin(), elements.end(), f) == elements.end()) elements.push_back(f);
  std::sort(elements.begin(), elements.end());
  const bool steered = !travels.empty() && travels[0].steer;
  std::vector<std::string> lines{"wheel,travel,camber,toe,track,load,stiffness"};
  lines[0] += std::string(steered ? ",steer" : "") + ",x,y,z,yaw,roll,pitch";
  for (int f : elements)
    for (const char* part : {".length", ".force", ".ratio"})
      lines[0] += "," + io::csv_cell(force_of(model, f).name + part);
  for (const Travel& t : travels)
    for (const TravelPoint& p : t.points) {
      std::string line = io::csv_cell(t.wheel.name);
      for (double x : {p.z, p.camber, p.toe, p.track, p.load, p.stiffness})
        line += fmt::format(",{:.17g}", x);
      if (steered) line += fmt::format(",{:.17g}", *t.steer);
      for (const Vec3& of : {p.moved, p.turned})
        for (int k = 0; k < 3; ++k) line += fmt::format(",{:.17g}", of[k]);
      for (int f : elements) {
        const auto found = std::find_if(p.elements.begin(), p.elements.end(),
                                        [&](const TravelElement& e) { return e.force == f; });
        line += found == p.elements.end() ? ",,,"
                                          : fmt::format(",{:.17g},{:.17g},{:.17g}", found->s,
                                                        found->report, found->ratio);
      }
      lines.push_back(std::move(line));
    }
  return lines;
}

}  // namespace takt::analyse
