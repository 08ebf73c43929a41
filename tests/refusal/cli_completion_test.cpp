// takt completion: every command and option of the help is in the scripts, and bash completes with them.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <regex>
#include <set>

#include "program.hpp"

namespace takt::test {
namespace {

std::string said_by(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  std::array<char, 4096> part;
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe))
    text.append(part.data(), n);
  return pclose(pipe) == 0 ? text : "failed: " + text;
}

std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it)
    found.insert((*it)[1]);
  return found;
}

// What bash offers for the last of these words.
std::set<std::string> offered(const std::string& words) {
  const std::string list =
      said_by("bash -c 'source <(\"" TAKT_CLI "\" completion bash); COMP_WORDS=(" + words +
              "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); compopt() { :; }; _takt; printf \"%s\\n\" "
              "\"${COMPREPLY[@]}\"'");
  return matches(list, "([^\\n]+)");
}

TEST(Completion, ScriptsHaveEveryCommandAndOption) {
  const std::string help = Program().run({"--help"}).out;
  const std::set<std::string> commands = matches(help, "\\n  ([a-z]+)  ");
  ASSERT_GE(commands.size(), 11u);
  const std::string bash = Program().run({"completion", "bash"}).out;
  const std::string zsh = Program().run({"completion", "zsh"}).out;
  const std::string fish = Program().run({"completion", "fish"}).out;
  for (const std::string& command : commands) {
    EXPECT_NE(bash.find("\n    " + command + ")\n"), std::string::npos) << command;
    EXPECT_NE(zsh.find("\n    " + command + ")\n"), std::string::npos) << command;
    EXPECT_NE(fish.find("-n __fish_use_subcommand -a " + command + " "), std::string::npos);
    const std::set<std::string> known = offered("takt " + command + " --");
    for (const std::string& option :
         matches(Program().run({command, "--help"}).out, "\\n  (?:-h,)?(--[a-z-]+)")) {
      EXPECT_TRUE(known.contains(option)) << command << " " << option;
      EXPECT_NE(fish.find("'__fish_seen_subcommand_from " + command + "' -l " + option.substr(2)),
                std::string::npos)
          << command << " " << option;
    }
  }
}

TEST(Completion, BashOffersWhatFits) {
  EXPECT_TRUE(offered("takt ch").contains("check"));
  for (const char* command : {"run", "check", "realtime", "compare", "certify", "tune"})
    EXPECT_TRUE(offered("takt " + std::string(command) + " ilt").contains("iltis")) << command;
  EXPECT_TRUE(offered("takt explain ind").contains("index1"));
  EXPECT_TRUE(offered("takt run iltis --method index1+he").contains("index1+heun"));
  EXPECT_TRUE(offered("takt run iltis --method index1+heun+s_b").contains("index1+heun+s_both2"));
  EXPECT_TRUE(offered("takt explain --model ilt").contains("iltis"));
  EXPECT_TRUE(offered("takt list co").contains("columns"));
  EXPECT_TRUE(offered("takt reproduce 004-t").contains("004-table-6.1"));
  EXPECT_TRUE(offered("takt completion z").contains("zsh"));
  EXPECT_EQ(offered("takt run iltis --out no/such"),
            (std::set<std::string>{"no/such.csv", "no/such.h5"}));
  EXPECT_EQ(offered("takt run iltis --out no/such.c"), std::set<std::string>{"no/such.csv"});
  EXPECT_TRUE(offered("takt run iltis --step 1").empty());  // a time: nothing to offer
}

TEST(Completion, CompareSaysWhichFilesItWrites) {
  const std::string help = Program().run({"compare", "--help"}).out;
  EXPECT_NE(help.find("without --out and --report none"), std::string::npos) << help;
  EXPECT_NE(help.find("FILE.csv has the columns method,h,error,"), std::string::npos) << help;
}

}  // namespace
}  // namespace takt::test
