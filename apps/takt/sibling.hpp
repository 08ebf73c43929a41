// Programs beside this one, which need libraries that not every machine has: takt-mpi, takt-fit.
#pragma once

#include <string>
#include <vector>

namespace takt::app {

bool under_mpi() noexcept;  // started by mpirun

// Replaces this process by the program. Throws Error with these texts if it is not there.
[[noreturn]] void become_sibling(const std::string& program, const std::vector<std::string>& words,
                                 const std::string& why, const std::string& hint);

}  // namespace takt::app
