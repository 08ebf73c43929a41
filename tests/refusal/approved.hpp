// Texts that people have read and approved: compared exactly with <name>.approved.txt beside the
// tests; what differs is written as <name>.received.txt (make approve accepts it).
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace takt::test {

inline void expect_approved(const std::string& name, const std::string& received) {
  const std::string base = std::string(TAKT_SOURCE_DIR) + "/tests/refusal/" + name;
  std::ifstream file(base + ".approved.txt", std::ios::binary);
  std::ostringstream approved;
  approved << file.rdbuf();
  const std::string mine = base + ".received.txt";
  if (file && approved.str() == received) {
    std::remove(mine.c_str());
    return;
  }
  std::ofstream(mine, std::ios::binary) << received;
  EXPECT_EQ(approved.str(), received) << "see " << name << ".received.txt";
}

}  // namespace takt::test
