// Files that come with the program, found by the names that model files use.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/model_file/shipped.hpp"

namespace takt {
namespace {

namespace fs = std::filesystem;

std::string on(const std::string& tyre) {
  return "takt: 1\nbodies:\n  wheel: {mass: 20 kg, inertia: [1, 1, 1]}\n"
         "joints:\n  free: {type: free, between: [ground.origin, wheel.origin]}\n"
         "forces:\n  tyre: {type: tyre_pac2002, on: wheel, file: " +
         tyre + "}\n";
}

struct Folder {
  fs::path path = fs::path(testing::TempDir()) / "takt_shipped_files";
  Folder() { fs::create_directories(path / "tyres"); }
  ~Folder() { fs::remove_all(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return (path / name).string();
  }
};

std::string complaint_of(const std::string& file) {
  try {
    io::read_model_file(file);
  } catch (const Error& e) {
    return std::string(e.what()) + " | " + e.where + " | " + e.hint;
  }
  return "";
}

TEST(ShippedFiles, AreThoseBesideTheModels) {
  const io::ShippedFile* tyre = io::find_shipped_file("tyres/sedan-245-40R18.tir");
  ASSERT_NE(tyre, nullptr);
  std::ostringstream text;
  text << std::ifstream(TAKT_SOURCE_DIR "/models/tyres/sedan-245-40R18.tir").rdbuf();
  EXPECT_EQ(tyre->text, text.str());
  EXPECT_EQ(io::find_shipped_file("sedan-245-40R18.tir"), nullptr);
}

TEST(ShippedFiles, AreFoundByModelsThatAreBuiltIn) {
  const std::vector<std::string> set{"tyre=pac2002"};
  int tyres = 0;
  const auto sedan = io::read_any_model("sedan", set);
  for (const Force& f : sedan->forces) tyres += f.type == "tyre_pac2002";
  EXPECT_EQ(tyres, 4);
}

TEST(ShippedFiles, AreFoundByModelsOfUsersThatHaveNoSuchFile) {
  const Folder folder;
  const std::string model = folder.write("car.yaml", on("tyres/sedan-245-40R18.tir"));
  EXPECT_EQ(complaint_of(model), "");
  EXPECT_EQ(complaint_of(folder.write("car.yaml", on("./tyres/sedan-245-40R18.tir"))), "");
  // One beside the model is taken for it.
  folder.write("tyres/sedan-245-40R18.tir", "[MODEL]\nnothing = 1\n");
  EXPECT_NE(complaint_of(folder.write("car.yaml", on("tyres/sedan-245-40R18.tir"))), "");
}

TEST(ShippedFiles, AreNamedWhereThereIsNone) {
  const Folder folder;
  const std::string text = complaint_of(folder.write("car.yaml", on("tyres/sedan-245-40R18")));
  EXPECT_NE(text.find("there is no file"), std::string::npos) << text;
  EXPECT_NE(text.find("car.yaml:7"), std::string::npos) << text;
  EXPECT_NE(text.find("tyres/sedan-245-40R18.tir"), std::string::npos) << text;
}

}  // namespace
}  // namespace takt
