// A word as a shell reads it back.
#pragma once

#include <string>

namespace takt {

std::string shell_word(const std::string& word);  // in quotes if it needs them

}  // namespace takt
