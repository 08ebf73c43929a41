#include "takt/io/model_file/mesh_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::io {
namespace {

constexpr std::size_t most_triangles = 2'000'000;
constexpr std::uintmax_t most_mesh_bytes = 200'000'000;

[[noreturn]] void fail(const std::string& what, const std::string& where, const std::string& hint) {
  throw Error(what, where, hint);
}

void require_room(std::size_t triangles, const std::string& name) {
  if (triangles > most_triangles)
    fail("the mesh has more than two million triangles", name, "simplify it");
}

// Words of a text, line by line.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  bool next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  std::string_view next() {
    constexpr std::string_view blank = " \t\r";
    line_.remove_prefix(std::min(line_.find_first_not_of(blank), line_.size()));
    const std::size_t end = std::min(line_.find_first_of(blank), line_.size());
    const std::string_view word = line_.substr(0, end);
    line_.remove_prefix(end);
    return word;
  }
  Vec3 point(const std::string& name) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) {
      const std::string_view word = next();
      if (!parse_number(word, p[k]))
        fail("'" + std::string(word.substr(0, 40)) + "' is not a finite number", at(name),
             "a point has three numbers");
    }
    return p;
  }
  std::string at(const std::string& name) const { return name + ":" + std::to_string(number_); }

 private:
  std::string_view rest_, line_;
  int number_ = 0;
};

// 80 bytes of anything, the number of triangles, then 50 bytes each: normal, three points, 2 bytes.
constexpr std::size_t stl_head = 84, stl_triangle = 50;

std::uint32_t stl_count(std::string_view bytes) {
  std::uint32_t n = 0;
  for (std::size_t k = 4; k-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes[80 + k]);
  return n;
}

bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= stl_head &&
         (bytes.size() == stl_head + stl_triangle * std::size_t{stl_count(bytes)} ||
          !bytes.starts_with("solid"));
}

Mesh binary_stl(std::string_view bytes, const std::string& name) {
  const std::size_t count = stl_count(bytes);
  require_room(count, name);
  if (bytes.size() < stl_head + stl_triangle * count)
    fail("the file is cut off: " + std::to_string(count) + " triangles need " +
             std::to_string(stl_head + stl_triangle * count) + " bytes, it has " +
             std::to_string(bytes.size()),
         name, "copy it again");
  Mesh mesh;
  for (std::size_t i = 0; i < count; ++i) {
    const char* corner = bytes.data() + stl_head + stl_triangle * i + 12;
    const int first = static_cast<int>(mesh.points.size());
    for (int k = 0; k < 3; ++k, corner += 12) {
      float x[3];
      std::memcpy(x, corner, sizeof x);
      if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2]))
        fail("triangle " + std::to_string(i + 1) + " has a number that is not finite", name,
             "write the file again");
      mesh.points.emplace_back(x[0], x[1], x[2]);
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

Mesh text_stl(std::string_view text, const std::string& name) {
  Mesh mesh;
  Words words(text);
  while (words.next_line())
    if (words.next() == "vertex") {
      mesh.points.push_back(words.point(name));
      require_room(mesh.points.size() / 3, name);
    }
  if (mesh.points.size() % 3 != 0)
    fail("the file has " + std::to_string(mesh.points.size()) + " points, not three a triangle",
         name, "copy it again");
  for (int i = 0; i < static_cast<int>(mesh.points.size()); i += 3)
    mesh.triangles.push_back({i, i + 1, i + 2});
  return mesh;
}

// The number of a point in a face: "7", "7/1", "7//3"; negative ones count from the last point.
int obj_corner(std::string_view word, std::size_t points, const std::string& where) {
  const std::string_view digits = word.substr(0, word.find('/'));
  int n = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  const int last = static_cast<int>(points);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || n == 0 || n > last ||
      n < -last)
    fail("a face names the point '" + std::string(word.substr(0, 40)) + "', there are " +
             std::to_string(points),
         where, "points are counted from 1");
  return n > 0 ? n - 1 : last + n;
}

Mesh obj(std::string_view text, const std::string& name) {
  Mesh mesh;
  Words words(text);
  while (words.next_line()) {
    const std::string_view kind = words.next();
    if (kind == "v") {
      mesh.points.push_back(words.point(name));
      require_room(mesh.points.size(), name);
    } else if (kind == "f") {  // a polygon, as a fan of triangles
      std::vector<int> corners;
      for (std::string_view w = words.next(); !w.empty(); w = words.next())
        corners.push_back(obj_corner(w, mesh.points.size(), words.at(name)));
      if (corners.size() < 3) fail("a face has less than three points", words.at(name), "");
      for (std::size_t k = 2; k < corners.size(); ++k)
        mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
      require_room(mesh.triangles.size(), name);
    }
  }
  return mesh;
}

}  // namespace

Mesh parse_mesh(std::string_view bytes, const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  Mesh mesh;
  if (ending == ".stl")
    mesh = is_binary_stl(bytes) ? binary_stl(bytes, name) : text_stl(bytes, name);
  else if (ending == ".obj")
    mesh = obj(bytes, name);
  else
    fail("'" + name + "' is neither .stl nor .obj", name, "write the mesh in one of these formats");
  if (mesh.triangles.empty())
    fail("the mesh has no triangles", name, "see whether the file is whole");
  mesh.name = name;
  join_points(mesh);
  return mesh;
}

Mesh read_mesh(const std::string& path, const std::string& where) {
  namespace fs = std::filesystem;
  std::error_code none;
  if (!fs::is_regular_file(path, none))
    fail("there is no file '" + path + "'", where,
         "paths are relative to the file that names them");
  if (fs::file_size(path, none) > most_mesh_bytes)
    fail("the file '" + path + "' is larger than 200 MB", where, "simplify the mesh");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (!in) fail("the file '" + path + "' cannot be read", where, "see whether you may read it");
  return parse_mesh(bytes.str(), path);
}

}  // namespace takt::io
