// Reads surfaces of triangles: STL (binary and text) and OBJ.
#pragma once

#include <string>
#include <string_view>

#include "takt/model/mesh.hpp"

namespace takt::io {

// `name` is the file's, and its ending says the format. Points that are the same are joined. Throws
// Error: another ending, a file that is cut off, a number that is not finite, a face that names a
// point that is not there, too many triangles.
Mesh parse_mesh(std::string_view bytes, const std::string& name);
Mesh read_mesh(const std::string& path, const std::string& where);

}  // namespace takt::io
