// Rubber bushing on six measures: x, y, z and twist x, y, z of one frame relative to another.
//
//   Q = -F0 - K s - D s'
//
// Terms used: K stiffness and D damping, 6 x 6; F0 preload, the load at s = 0, tension positive.
// The potential is the one of the symmetric part of K.
#pragma once

#include <array>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

class Bushing final : public Law {
 public:
  Bushing(const Mat6& stiffness, const Mat6& damping, const Vec6& preload)
      : K_(stiffness), D_(damping), F0_(preload) {}

  int measures() const noexcept override { return 6; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    for (int i = 0; i < 6; ++i) {
      double F = F0_[i];
      for (int j = 0; j < 6; ++j) F += K_(i, j) * in.s[j] + D_(i, j) * in.ds[j];
      out.Q[i] = -F;
    }
  }
  void derivatives(const LawIn&, LawOut& out) const noexcept override {
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        out.Q_s[i][j] = -K_(i, j);
        out.Q_ds[i][j] = -D_(i, j);
      }
  }
  double potential(const LawIn& in) const noexcept override {
    double V = 0;
    for (int i = 0; i < 6; ++i) {
      V += F0_[i] * in.s[i];
      for (int j = 0; j < 6; ++j) V += K_(i, j) * in.s[i] * in.s[j] / 2;
    }
    return V;
  }
  bool conservative() const noexcept override { return D_ == Mat6::Zero() && K_ == K_.transpose(); }

  static constexpr Key keys[] = {
      {"stiffness", KeyKind::matrix, "", "", "6 x 6, or the six of its diagonal: N/m, N m/rad"},
      {"damping", KeyKind::matrix, "", "none",
       "6 x 6, or the six of its diagonal: N s/m, N m s/rad"},
      {"preload", KeyKind::matrix, "", "none", "six loads at zero displacement: N, N m"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    Vec6 preload = Vec6::Zero();
    if (v.given("preload")) preload = six(v.matrix("preload"), "preload");
    Mat6 damping = Mat6::Zero();
    if (v.given("damping")) damping = square(v.matrix("damping"), "damping");
    return std::make_shared<Bushing>(square(v.matrix("stiffness"), "stiffness"), damping, preload);
  }
  static constexpr ForceEntry entry{"bushing",
                                    "",
                                    "elastic bushing in six directions",
                                    Attach::six,
                                    keys,
                                    make,
                                    nullptr,
                                    "N",
                                    "tension along x of `from`: positive pulls `to` back against "
                                    "x; y, z and moments are not shown"};

 private:
  using Rows = std::vector<std::vector<double>>;

  static Vec6 six(const Rows& rows, std::string_view key) {
    Vec6 x;
    int n = 0;
    for (const auto& row : rows)
      for (const double e : row)
        if (n++ < 6) x[n - 1] = e;
    if (n != 6)
      throw Error("'" + std::string(key) + "' has " + std::to_string(n) + " entries", "",
                  "give six: along x, y, z and about x, y, z");
    return x;
  }
  static Mat6 square(const Rows& rows, std::string_view key) {
    std::size_t entries = 0;
    for (const auto& row : rows) entries += row.size();
    if (entries == 6) return six(rows, key).asDiagonal();
    Mat6 A;
    bool fits = rows.size() == 6;
    for (std::size_t i = 0; fits && i < 6; ++i) {
      fits = rows[i].size() == 6;
      for (std::size_t j = 0; fits && j < 6; ++j) A(i, j) = rows[i][j];
    }
    if (!fits)
      throw Error("'" + std::string(key) + "' is not 6 x 6", "",
                  "give six rows of six numbers, or the six numbers of the diagonal");
    return A;
  }

  Mat6 K_, D_;
  Vec6 F0_;
};

}  // namespace takt::element
