// docs/reference.md is what the program prints now.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string printed_by(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return text;
  std::array<char, 4096> part;
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe))
    text.append(part.data(), n);
  return pclose(pipe) == 0 ? text : "";
}

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The first line that differs, of both texts, for the message.
std::string first_difference(const std::string& a, const std::string& b) {
  std::istringstream one(a), other(b);
  std::string x, y;
  for (int line = 1;; ++line) {
    const bool more_x = bool(std::getline(one, x)), more_y = bool(std::getline(other, y));
    if (!more_x && !more_y) return "";
    if (!more_x) x = "(the end)";
    if (!more_y) y = "(the end)";
    if (x != y) return "line " + std::to_string(line) + "\n  page:    " + x + "\n  program: " + y;
  }
}

TEST(Reference, IsWhatTheProgramPrints) {
  const std::string page = content_of(TAKT_SOURCE_DIR "/docs/reference.md");
  const std::string printed = printed_by("'" TAKT_CLI "' list --markdown");
  ASSERT_FALSE(printed.empty()) << "takt list --markdown failed";
  EXPECT_TRUE(page == printed) << "docs/reference.md differs from takt list --markdown: "
                               << first_difference(page, printed)
                               << "\nrefresh it with 'make reference' and look at the changes";
}

TEST(Signs, PageIsWhatTheProgramPrints) {
  const std::string page = content_of(TAKT_SOURCE_DIR "/docs/signs.md");
  const std::string printed = printed_by("'" TAKT_CLI "' list --signs");
  ASSERT_FALSE(printed.empty()) << "takt list --signs failed";
  EXPECT_TRUE(page == printed) << "docs/signs.md differs from takt list --signs: "
                               << first_difference(page, printed)
                               << "\nrefresh it with 'make reference' and look at the changes";
}

}  // namespace
