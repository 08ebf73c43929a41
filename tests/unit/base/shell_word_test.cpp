// A shell itself reads the words back.
#include "takt/base/shell_word.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace takt::test {
namespace {

std::string read_by_a_shell(const std::string& word) {
  std::string out;
  FILE* shell = popen(("printf %s " + shell_word(word)).c_str(), "r");
  if (shell == nullptr) return "no shell";
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) out += static_cast<char>(c);
  pclose(shell);
  return out;
}

TEST(ShellWord, PlainWordsStayPlain) {
  for (const char* word : {"iltis", "joint:ali3+hht", "a/b.csv", "10%", "--set"})
    EXPECT_EQ(shell_word(word), word);
}

TEST(ShellWord, AShellReadsItBack) {
  EXPECT_EQ(shell_word(""), "''");
  for (const char* word : {"index1+hht(passes=3)", "it's", "''", "two words", "$HOME", "`id`",
                           "a;b", "*", "\\", "\"", "line\nbreak", "ü", "#x", "~"}) {
    EXPECT_EQ(read_by_a_shell(word), word);
    EXPECT_EQ(shell_word(word).front(), '\'');
  }
}

}  // namespace
}  // namespace takt::test
