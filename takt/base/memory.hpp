// Checks, before a large matrix is allocated, whether it fits into the free memory. Linux may grant
// more memory than it has and later kill the program without a message; this check gives an error
// message instead.
#pragma once

#include <string>
#include <string_view>

namespace takt {

// Bytes this process may still allocate: the least of what is left on the machine, in the container
// (cgroup) and under the limit of the process.
double memory_left();

// "3.2 GB"
std::string bytes_in_words(double bytes);

// Throws Error (Fault::other) if `bytes` exceeds memory_left(). The message names the matrix, its
// size and what to use instead. `size` is a text such as "20000 x 20000"; `bytes` includes
// everything that is allocated together with the matrix.
void require_memory(std::string_view matrix, std::string_view size, double bytes,
                    std::string_view instead);

}  // namespace takt
