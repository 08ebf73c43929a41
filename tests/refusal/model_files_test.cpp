// Every malformed example in models/ gives its approved message; and what is too large or too deep
// to keep as an example is refused too.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "approved.hpp"
#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"

namespace takt::test {
namespace {

namespace fs = std::filesystem;

const std::string folder = std::string(TAKT_SOURCE_DIR) + "/tests/refusal/models/";

std::string without_folder(std::string text) {
  for (std::size_t at = 0; (at = text.find(folder)) != std::string::npos;)
    text.erase(at, folder.size());
  return text;
}

std::string in_words(const Error& e) {
  std::string text = std::string(e.what()) + "\n  at: " + e.where + "\n";
  if (!e.hint.empty()) text += "  try: " + e.hint + "\n";
  return without_folder(text);
}

TEST(ModelFiles, MalformedOnesAreRefused) {
  std::set<std::string> files;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.is_regular_file()) files.insert(file.path().filename().string());
  ASSERT_GT(files.size(), 90u);
  std::string all;
  for (const std::string& file : files) {
    all += "== " + file + "\n";
    try {
      io::read_model_file(folder + file);
      all += "it is read\n";
      ADD_FAILURE() << file << " is read";
    } catch (const Error& e) {
      EXPECT_EQ(e.fault, Fault::model) << file;
      all += in_words(e);
    }
    all += "\n";
  }
  expect_approved("model_files", all);
}

std::string refused(const std::string& text) {
  try {
    io::read_model(text, "big.yaml");
  } catch (const Error& e) {
    return e.what();
  }
  return "it is read";
}

TEST(ModelFiles, LimitsHold) {
  EXPECT_EQ(refused("takt: 1\n#" + std::string(2'000'000, 'x')), "the file is larger than 1 MB");
  const std::string deep = "takt: 1\nbodies: " + std::string(1000, '[') + std::string(1000, ']');
  EXPECT_EQ(refused(deep), "the file is nested more than 64 levels deep");
  std::string block = "takt: 1\n";
  for (std::size_t i = 0; i < 400; ++i) block += std::string(i, ' ') + "a:\n";
  EXPECT_EQ(refused(block), "the file is nested more than 64 levels deep");
  EXPECT_EQ(refused("takt: 1\nbodies: {a: {mass: 1, repeat: {i: [1, 500], k: [1, 500]}}}\n"),
            "the model has more than 200000 elements");
  EXPECT_EQ(refused(std::string("takt: 1\n\0", 9)), "the file is not text");
}

}  // namespace
}  // namespace takt::test
