// Spring and damper of a strut whose length is a function of the coordinates of a joint: of a strut on
// an arm that a table of the suspension replaces. The length is a polynomial of the joint's first
// coordinate, or a column of a table (joint/travel_table.hpp) over travel and steering.
//
//   Q_i = -T L,i     T = F(L) + D(L') as of spring_damper     L' = sum_i L,i s_i'
//
// Terms used: L,i derivative of the length by coordinate s_i. Where steering changes the length, the
// strut lifts the car and pushes the rack.
#pragma once

#include <optional>

#include "takt/element/force/spring_damper.hpp"
#include "takt/element/joint/travel_table.hpp"

namespace takt::element {

class GuidedStrut final : public Law {
 public:
  GuidedStrut(std::vector<double> polynomial, int coordinates, std::shared_ptr<const Law> strut)
      : c_(std::move(polynomial)), n_(coordinates), strut_(std::move(strut)) {}
  GuidedStrut(EvenSpline table, int coordinates, std::shared_ptr<const Law> strut)
      : table_(std::move(table)), n_(coordinates), strut_(std::move(strut)) {}

  int measures() const noexcept override { return n_; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const Length L = at(in);
    strut_->force(L.in(), out);
    const double Q = out.Q[0];
    for (int i = 0; i < n_; ++i) out.Q[i] = Q * L.of.d[i];
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const Length L = at(in);
    const double before = out.Q[0];  // what force() found
    strut_->force(L.in(), out);
    strut_->derivatives(L.in(), out);
    const double Q = out.Q[0], by_L = out.Q_s[0][0], by_rate = out.Q_ds[0][0];
    out.Q[0] = before;
    for (int j = 0; j < n_; ++j) {
      double turned = 0;  // dL'/ds_j
      for (int k = 0; k < n_; ++k) turned += L.of.dd[j][k] * in.ds[k];
      for (int i = 0; i < n_; ++i) {
        out.Q_s[i][j] = (by_L * L.of.d[j] + by_rate * turned) * L.of.d[i] + Q * L.of.dd[i][j];
        out.Q_ds[i][j] = by_rate * L.of.d[i] * L.of.d[j];
      }
    }
  }
  double potential(const LawIn& in) const noexcept override {
    return strut_->potential(at(in).in());
  }
  double report(const LawIn& in) const noexcept override { return strut_->report(at(in).in()); }
  bool abrupt() const noexcept override { return n_ == 1 && strut_->abrupt(); }
  int switches() const noexcept override { return strut_->switches(); }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    const Length L = at(in);
    strut_->switch_values(L.in(), to);
  }
  bool conservative() const noexcept override { return strut_->conservative(); }

  static constexpr Key keys[] = {
      {"lengths", KeyKind::matrix, "", "none",
       "coefficients of the strut's length over the joint's first coordinate, c0 + c1 s + c2 s^2 + "
       "..., in SI units"},
      {"file", KeyKind::text, "", "none",
       "in place of lengths: CSV with columns travel (and steer) and the length, in m, as takt "
       "check "
       "--travel --out writes",
       "file"},
      {"column", KeyKind::word, "", "none", "of the file: the length of the strut"},
      {"wheel", KeyKind::word, "", "none", "whose lines of the file are read; default: it has one"},
      {"stiffness", KeyKind::number, "N/m", "0", "stiffness of a linear spring", ">=0"},
      {"length", KeyKind::number, "m", "0", "free length of a linear spring"},
      {"preload", KeyKind::number, "N", "0", "tension of a linear spring at its free length"},
      {"spring", KeyKind::curve, "m>N", "none", "tension over the length, in place of stiffness"},
      {"damping", KeyKind::number, "N s/m", "0", "of a linear damper", ">=0"},
      {"damper", KeyKind::curve, "m/s>N", "none",
       "tension over the rate of extension, in place of damping"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    const int n = v.measures();
    if (n > 2)
      throw Error("a strut follows one or two coordinates, not " + std::to_string(n), "",
                  "name one of them with component");
    if (v.given("lengths") == v.given("file"))
      throw Error(v.given("file") ? "both 'lengths' and 'file' are given"
                                  : "neither 'lengths' nor 'file' is given",
                  "",
                  "give one of them: the length of the strut over the coordinates of its joint");
    if (v.given("file")) {
      if (!v.given("column"))
        throw Error("the key 'column' is missing", "",
                    "say which column of the file is the length");
      std::string text;
      const TravelTable table = travel_table(v, n > 1, text);
      const std::string column = v.word("column");
      const std::string_view names[] = {column};
      return std::make_shared<GuidedStrut>(table.columns(names), n,
                                           SpringDamper::from(v, "length"));
    }
    std::vector<double> c;
    for (const std::vector<double>& row : v.matrix("lengths"))
      c.insert(c.end(), row.begin(), row.end());
    return std::make_shared<GuidedStrut>(std::move(c), n, SpringDamper::from(v, "length"));
  }
  static constexpr ForceEntry entry{"guided_strut",
                                    "",
                                    "spring and damper whose length follows a joint's coordinates, "
                                    "as that of a strut on an arm that a table replaces",
                                    Attach::whole_joint,
                                    keys,
                                    make,
                                    nullptr,
                                    "N",
                                    "tension of the strut: positive shortens it"};

 private:
  struct Length {
    PoseFunction of;  // L and its derivatives by the coordinates
    double rate;
    LawIn in() const noexcept { return {&of.y, &rate}; }
  };
  Length at(const LawIn& in) const noexcept {
    Length L{{}, 0};
    if (table_) {
      table_->at(in.s[0], n_ > 1 ? in.s[1] : 0.0, 0, L.of);
    } else {
      for (std::size_t k = c_.size(); k-- > 0;) {
        L.of.dd[0][0] = 2 * L.of.d[0] + in.s[0] * L.of.dd[0][0];
        L.of.d[0] = L.of.y + in.s[0] * L.of.d[0];
        L.of.y = c_[k] + in.s[0] * L.of.y;
      }
    }
    for (int i = 0; i < n_; ++i) L.rate += L.of.d[i] * in.ds[i];
    return L;
  }

  std::vector<double> c_;
  std::optional<EvenSpline> table_;
  int n_;
  std::shared_ptr<const Law> strut_;
};

}  // namespace takt::element
