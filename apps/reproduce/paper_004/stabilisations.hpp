// Translates the names that 004 (Ascher, Chin, Petzold, Reich 1994), section 6, gives the
// stabilisations of its Example 2 into methods of Takt.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace takt::reproduce::paper_004 {

struct Named {
  std::string_view paper, formulation, stabilisation;
};

inline constexpr Named stabilisations[] = {
    {"Baum(0,0)", "index1", ""},
    {"Baum(12,70)", "index1(baumgarte=12;70)", ""},
    {"Baum(200,10000)", "index1(baumgarte=200;10000)", ""},
    {"S-full", "index1", "+s_full"},
    {"S-both", "index1", "+s_both"},
    {"S-both²", "index1", "+s_both2"},
    {"S-vel", "index1", "+s_vel"},
    {"S-pos", "index1", "+s_pos"},
};

inline std::string method(std::string_view paper, std::string_view integrator) {
  for (const Named& s : stabilisations)
    if (s.paper == paper)
      return std::string(s.formulation) + "+" + std::string(integrator) +
             std::string(s.stabilisation);
  throw std::logic_error("no stabilisation of 004 is called " + std::string(paper));
}

}  // namespace takt::reproduce::paper_004
