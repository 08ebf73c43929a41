#include "takt/model/mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

namespace takt {
namespace {

std::string edges_in_words(std::size_t n) {
  return n == 1 ? "one edge" : std::to_string(n) + " edges";
}

}  // namespace

void join_points(Mesh& mesh) {
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (const Vec3& p : mesh.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const double step = std::max((high - low).maxCoeff() * 1e-6, 1e-300);
  std::map<std::array<long long, 3>, int> known;
  List<int> number(mesh.points.size());
  List<Vec3> joined;
  for (int i = 0; i < mesh.points.count(); ++i) {
    std::array<long long, 3> cell{};
    for (int k = 0; k < 3; ++k) cell[k] = std::llround((mesh.points[i][k] - low[k]) / step);
    const auto [found, fresh] = known.emplace(cell, joined.count());
    if (fresh) joined.push_back(mesh.points[i]);
    number[i] = found->second;
  }
  for (auto& t : mesh.triangles)
    for (int& corner : t) corner = number[corner];
  std::erase_if(mesh.triangles,
                [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
  mesh.points = std::move(joined);
}

std::string why_not_closed(const Mesh& mesh) {
  if (mesh.triangles.empty()) return "it has no triangles";
  // In a closed surface every edge is passed once in each direction.
  std::map<std::pair<int, int>, int> passed;
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) ++passed[{t[k], t[(k + 1) % 3]}];
  std::size_t open = 0, turned = 0;
  for (const auto& [edge, count] : passed) {
    const auto back = passed.find({edge.second, edge.first});
    const int other = back == passed.end() ? 0 : back->second;
    if (count == other) continue;
    ++((count + other) % 2 == 0 ? turned : open);
  }
  if (open > 0) return edges_in_words(open) + " belong to one triangle only: there is a hole";
  if (turned > 0)
    return "triangles at " + edges_in_words(turned) +
           " are turned differently from their neighbours";
  double volume = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.points[t[0]], &b = mesh.points[t[1]], &c = mesh.points[t[2]];
    volume += a.dot(b.cross(c)) / 6;
  }
  if (!(volume > 0)) return "its triangles are turned inwards";
  return "";
}

}  // namespace takt
