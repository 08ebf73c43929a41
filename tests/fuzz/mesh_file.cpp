// Meshes: triangles that name points that are there, or an Error. The first byte chooses the format.
#include "takt/io/model_file/mesh_file.hpp"

#include <cstdint>
#include <cstdlib>

#include "takt/base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const char* name = bytes[0] % 2 == 0 ? "fuzz.stl" : "fuzz.obj";
  try {
    const takt::Mesh m =
        takt::io::parse_mesh({reinterpret_cast<const char*>(bytes) + 1, size - 1}, name);
    for (const auto& t : m.triangles)
      for (const int corner : t)
        if (corner < 0 || corner >= static_cast<int>(m.points.size())) std::abort();
    static_cast<void>(takt::why_not_closed(m));
  } catch (const takt::Error& e) {
    if (e.where.rfind("fuzz.", 0) != 0) std::abort();  // says where
  }
  return 0;
}
