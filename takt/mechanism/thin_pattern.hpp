// The part of a sparse matrix that the forces in K and C use. Forces that are explicit only
// (`implicit: false`) keep their entries in K_full alone, so that the matrices of linear-implicit
// methods and Newton tangents become sparser.
//
// Values are computed in a matrix of the whole pattern and copied out. Nothing is copied where all
// forces are implicit, and where the matrix is small enough to be stored full.
#pragma once

#include "takt/base/list.hpp"
#include "takt/linear/patterned.hpp"

namespace takt::mechanism {

class ThinPattern {
 public:
  ThinPattern() = default;
  // `used`: by value of the whole pattern.
  ThinPattern(linear::SharedPattern whole, const List<bool>& used) : pattern_(std::move(whole)) {
    const linear::Pattern& all = *pattern_;
    if (all.full) return;
    linear::Pattern thin{all.rows, all.cols, false, {0}, {}};
    for (Index j = 0; j < all.cols; ++j) {
      for (int k = all.col_start[j]; k < all.col_start[j + 1]; ++k)
        if (used[k]) {
          thin.row.push_back(all.row[k]);
          from_.push_back(k);
        }
      thin.col_start.push_back(thin.row.count());
    }
    thins_ = from_.count() < all.row.count();
    if (thins_) pattern_ = std::make_shared<const linear::Pattern>(std::move(thin));
  }

  bool thins() const noexcept { return thins_; }
  const linear::SharedPattern& pattern() const noexcept { return pattern_; }
  // While it lives, the values of `thin` are written by their places in the whole pattern: only values
  // change places, with those of `whole`. Then those that the thin pattern has are taken.
  class Widened {
   public:
    Widened(const ThinPattern& p, linear::Patterned& thin, linear::Patterned& whole,
            bool wanted = true) noexcept
        : p_(p), thin_(thin), whole_(whole), wanted_(wanted && p.thins_) {
      if (wanted_) thin_.values().swap(whole_.values());
    }
    ~Widened() {
      if (!wanted_) return;
      thin_.values().swap(whole_.values());
      for (int i = 0; i < p_.from_.count(); ++i) thin_.values()[i] = whole_.values()[p_.from_[i]];
    }
    Widened(const Widened&) = delete;
    Widened& operator=(const Widened&) = delete;

   private:
    const ThinPattern& p_;
    linear::Patterned &thin_, &whole_;
    bool wanted_;
  };
  // Calls add(A), which adds to a matrix of the whole pattern.
  template <class Add>
  void add_to(linear::Patterned& thin, linear::Patterned& whole, Add add) const noexcept {
    if (!thins_) return add(thin);
    whole.set_zero();
    add(whole);
    for (int i = 0; i < from_.count(); ++i) thin.values()[i] += whole.values()[from_[i]];
  }

 private:
  linear::SharedPattern pattern_;
  bool thins_ = false;
  List<int> from_;  // by value of the thin pattern: its place in the whole one
};

}  // namespace takt::mechanism
