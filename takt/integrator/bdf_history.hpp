// The history of a BDF method as modified divided differences, with the coefficients of DASSL.
//
// phi_j = psi_1 ... psi_{j-1} [y_n, ..., y_{n-j+1}], fixed leading coefficient:
//   Brenan, Campbell, Petzold, Numerical Solution of Initial-Value Problems in DAEs, section 5.2.
// All values are stored in one span of memory that the caller can save and restore between steps.
#pragma once

#include <span>

#include "takt/base/types.hpp"

namespace takt {

class BdfHistory {
 public:
  static constexpr int highest_order = 5;

  static std::size_t memory_size(Index n, int max_order) noexcept;  // in doubles
  void use(Index n, int max_order, std::span<double> memory) noexcept;

  void start(double t, const Vector& y, const Vector& dy, double h) noexcept;
  void end() noexcept { slot(is_started) = 0; }  // interpolate() stays valid until the next start()
  bool started() const noexcept { return slot(is_started) != 0; }
  bool first_step() const noexcept { return last_order() == 0; }

  // Computes the coefficients of the next step, of length h and order k; phi becomes phi*.
  void begin(int k, double h) noexcept;
  double alpha() const noexcept { return slot(cj); }           // leading coefficient, 1/s
  bool alpha_changed() const noexcept { return changed_; }     // since the last attempt
  double error_constant() const noexcept { return slot(ck); }  // of the step actually taken
  double sigma(int j) const noexcept { return coefficient(sigma_row, j); }
  bool constant_steps(int k) const noexcept { return k + 1 < slot(ns); }
  void predict(Vector& y, Vector& dy) const noexcept;
  double end_time() const noexcept { return slot(time) + h_; }

  // Restores the values before begin(). If the first step is repeated, psi of the first try is
  // kept, as in the DASSL of 002; later versions start again.
  void refuse() noexcept;
  void accept(const Vector& e, double t_end) noexcept;  // e = y - predictor

  double t() const noexcept { return slot(time); }
  int last_order() const noexcept { return static_cast<int>(slot(k_old)); }
  double difference(int j, Index i) const noexcept { return phi(j)[i]; }  // phi_j, j = 1, 2, ...
  void interpolate(double t, Vector& y, Vector& dy) const noexcept;

 private:
  enum Slot { time, k_old, h_old, ns, cj, ck, is_started, slots };
  enum Row { psi_row, alpha_row, beta_row, sigma_row, gamma_row, rows };
  static constexpr int row_length = highest_order + 3;

  double& slot(Slot s) noexcept { return memory_[s]; }
  double slot(Slot s) const noexcept { return memory_[s]; }
  double& coefficient(Row r, int j) noexcept { return memory_[index(r, j)]; }
  double coefficient(Row r, int j) const noexcept { return memory_[index(r, j)]; }
  static int index(Row r, int j) noexcept {  // j = 1, 2, ... as in the literature
    return slots + r * row_length + j;
  }
  double* phi(int j) noexcept { return phi_ + (j - 1) * n_; }
  const double* phi(int j) const noexcept { return phi_ + (j - 1) * n_; }

  Index n_ = 0;
  int max_order_ = 0, k_ = 0;
  double h_ = 0;
  bool changed_ = true;
  std::span<double> memory_;
  double* phi_ = nullptr;
};

}  // namespace takt
