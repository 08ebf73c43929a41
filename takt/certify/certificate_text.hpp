// The output of `takt certify`: a certificate as text and as JSON. First comes what does not hold,
// then what could not be checked, then what holds.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "takt/certify/certificate.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::certify {

enum class Verdict { fails, open, holds };

struct Finding {
  Verdict verdict;
  std::string key;   // one word, the same in text and in JSON
  std::string says;  // one sentence
  std::vector<std::string> details;
};

std::vector<Finding> findings(const Certificate&);

std::string page(const Certificate&, const io::Style&);  // 80 columns
nlohmann::ordered_json to_json(const Certificate&);

// Program, compiler, libraries, machine: one line each.
std::vector<std::string> versions();

}  // namespace takt::certify
