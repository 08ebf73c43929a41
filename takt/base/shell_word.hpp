// Quotes a word so that a shell reads it back unchanged, for commands that messages suggest.
#pragma once

#include <string>

namespace takt {

std::string shell_word(const std::string& word);  // in single quotes, if needed

}  // namespace takt
