#include "sibling.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "takt/base/error.hpp"

namespace takt::app {

bool under_mpi() noexcept {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"})
    if (std::getenv(variable) != nullptr) return true;
  return false;
}

void become_sibling(const std::string& program, const std::vector<std::string>& words,
                    const std::string& why, const std::string& hint) {
  std::error_code none;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::string path = (self.parent_path() / program).string();
  std::vector<std::string> all{path};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(path.c_str(), pointers.data());
  throw Error(errno == ENOENT ? why : "cannot start '" + path + "': " + std::strerror(errno),
              program, hint, Fault::other);
}

}  // namespace takt::app
