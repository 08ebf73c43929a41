// General motions for tests: functions of one to three coordinates in which all derivatives differ,
// and the pose at zero is the identity; and joints of such motions.
#pragma once

#include <cmath>
#include <memory>

#include "takt/element/joint/joint.hpp"

namespace takt::test {

class WavyMotion final : public element::Motion {
 public:
  WavyMotion(int coordinates, unsigned seed) : n_(coordinates) {
    for (int f = 0; f < 6; ++f) {
      seed = seed * 1664525u + 1013904223u;
      phase_[f] = 6.0 * (seed >> 8) / (1u << 24);
      for (int i = 0; i < n_; ++i) {
        seed = seed * 1664525u + 1013904223u;
        w_[f][i] = 2.0 * (seed >> 8) / (1u << 24) - 1;
        seed = seed * 1664525u + 1013904223u;
        slope_[f][i] = 2.0 * (seed >> 8) / (1u << 24) - 1;
      }
    }
  }
  int coordinates() const noexcept override { return n_; }
  void at(const double* q, element::MotionPoint& out) const noexcept override {
    element::PoseFunction of[6];
    for (int f = 0; f < 6; ++f) {
      double x = phase_[f];
      for (int i = 0; i < n_; ++i) x += w_[f][i] * q[i];
      const double s = 0.7 * std::sin(x), c = 0.7 * std::cos(x);
      of[f].y = s - 0.7 * std::sin(phase_[f]);
      for (int i = 0; i < n_; ++i) {
        of[f].y += slope_[f][i] * q[i];
        of[f].d[i] = slope_[f][i] + c * w_[f][i];
        for (int j = 0; j < n_; ++j) {
          of[f].dd[i][j] = -s * w_[f][i] * w_[f][j];
          for (int k = 0; k < n_; ++k) of[f].ddd[i][j][k] = -c * w_[f][i] * w_[f][j] * w_[f][k];
        }
      }
    }
    element::set_point(of, n_, out);
  }
  // Whoever reads the curvature without having asked for it gets no number.
  void without_curvature(const double* q, element::MotionPoint& out) const noexcept override {
    at(q, out);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j)
        for (int k = 0; k < n_; ++k) out.ddS[i][j][k].setConstant(std::nan(""));
  }

 private:
  int n_;
  double phase_[6], w_[6][3], slope_[6][3];
};

constexpr element::JointEntry wavy_entry(std::string_view name,
                                         std::span<const element::JointMotion> names) {
  return {.name = name, .summary = "", .tree = names, .cardan = {}, .cut = {}, .natural_rows = {}};
}

struct WavyJoint {
  static constexpr element::JointMotion one[] = {{element::MotionKind::general_length, ""}};
  static constexpr element::JointMotion more[] = {{element::MotionKind::general_length, "a"},
                                                  {element::MotionKind::general_angle, "b"},
                                                  {element::MotionKind::general_length, "c"}};
  static constexpr element::JointEntry of_one = wavy_entry("wavy1", one);
  static constexpr element::JointEntry of_two = wavy_entry("wavy2", {more, 2});
  static constexpr element::JointEntry of_three = wavy_entry("wavy3", more);
  static const element::JointEntry* with(int coordinates) {
    return coordinates == 1 ? &of_one : coordinates == 2 ? &of_two : &of_three;
  }
};

}  // namespace takt::test
