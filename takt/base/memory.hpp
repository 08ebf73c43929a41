// Whether a matrix fits into the memory that is left, asked before it is made: a system that hands out
// more than it has ends a program without a word.
#pragma once

#include <string>
#include <string_view>

namespace takt {

// Bytes this process may still take: of the machine, its container and its own limit the least.
double memory_left();

// "3.2 GB"
std::string bytes_in_words(double bytes);

// Throws Error, Fault::other: which matrix, how large, what to use instead. `size` is "20000 x 20000",
// `bytes` what it takes with all that is made beside it.
void require_memory(std::string_view matrix, std::string_view size, double bytes,
                    std::string_view instead);

}  // namespace takt
