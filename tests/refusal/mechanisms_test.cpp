// Models that can be read but not compiled or assembled: each in mechanisms/ gives its approved
// message.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "approved.hpp"
#include "takt/base/error.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::test {
namespace {

TEST(Mechanisms, ImpossibleOnesAreRefused) {
  const std::string folder = std::string(TAKT_SOURCE_DIR) + "/tests/refusal/mechanisms/";
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    files.insert(file.path().filename().string());
  ASSERT_GE(files.size(), 6u);
  std::string all;
  for (const std::string& file : files) {
    all += "== " + file + "\n";
    try {
      io::open_model(folder + file);
      ADD_FAILURE() << file << " is opened";
    } catch (const Error& e) {
      EXPECT_EQ(e.fault, Fault::model) << file;
      std::string text = std::string(e.what()) + "\n  at: " + e.where + "\n  try: " + e.hint + "\n";
      for (std::size_t at = 0; (at = text.find(folder)) != std::string::npos;)
        text.erase(at, folder.size());
      all += text;
    }
    all += "\n";
  }
  expect_approved("mechanisms", all);
}

}  // namespace
}  // namespace takt::test
