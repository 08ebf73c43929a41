// The values of a force, signal or road, found by the keys of its catalogue entry: checked, with
// defaults filled in, in SI units.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "takt/element/catalogue.hpp"

namespace takt {

using Rows = std::vector<std::vector<double>>;

// The value of a key: numbers in SI units; a word, a text or the name of a signal; rows of a matrix
// or table.
using Setting = std::variant<double, bool, std::string, Vec3, Rows, element::Curve>;
using GivenValues = std::map<std::string, Setting, std::less<>>;

class KeyedValues final : public element::Values {
 public:
  // Throws Error at `where` for an unknown key (with a suggestion), a missing key, a value of the
  // wrong kind or a value out of range.
  KeyedValues(std::span<const element::Key>, const GivenValues& given,
              std::shared_ptr<const element::Road>, std::string where,
              std::shared_ptr<const element::WheelRail> wheel_rail = nullptr,
              std::vector<std::string> others = {});

  bool given(std::string_view key) const override;
  double number(std::string_view key) const override;
  Vec3 vector(std::string_view key) const override;
  element::Curve curve(std::string_view key) const override;
  Rows matrix(std::string_view key) const override;
  std::string word(std::string_view key) const override;
  bool flag(std::string_view key) const override;
  bool varies(std::string_view key) const override;
  std::shared_ptr<const element::Road> road() const override { return road_; }
  std::shared_ptr<const element::WheelRail> wheel_rail() const override { return wheel_rail_; }
  std::span<const std::string> others() const override { return others_; }
  int measures() const override { return measures_; }
  void set_measures(int count) noexcept { measures_ = count; }

  // The name of a signal, or a number that stands for a constant signal.
  const Setting& signal(std::string_view key) const { return at(key); }

 private:
  const Setting& at(std::string_view key) const;

  GivenValues values_;
  std::vector<std::string> given_, others_;
  int measures_ = 1;
  std::shared_ptr<const element::Road> road_;
  std::shared_ptr<const element::WheelRail> wheel_rail_;
};

// Throws Error at `where` when the value does not fit what the key says.
void check_setting(const element::Key&, const Setting&, const std::string& where);

}  // namespace takt
