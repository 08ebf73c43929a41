#include "takt/jacobian/corrector_matrix.hpp"

#include <algorithm>
#include <cstring>

#include "takt/base/stage_clock.hpp"

namespace takt {
namespace {

constexpr double smallest_ratio = 0.6;  // DASSL: (1 - 0.25)/(1 + 0.25)

}  // namespace

CorrectorMatrix::CorrectorMatrix(ResidualForm& form, Counters& counters, const MatrixChoice& choice)
    : form_(form), counters_(counters), choice_(available(choice, form)),
      maker_(form, counters, choice_), work_(maker_.stored()), leading_(form.leading_structure()) {
  if (choice.extended()) inputs_.emplace(form, counters, maker_);
  if (maker_.knows_pattern()) take_pattern(true);
  lay_out(0);
}

void CorrectorMatrix::lay_out(std::size_t inputs) noexcept {
  std::size_t end = slots;
  const auto place = [&](std::size_t size) {
    const Part p{end, size};
    end += size;
    return p;
  };
  const Index n = maker_.stored()->size();
  omega_ = place(maker_.memory_size());
  J_ = place(n);
  pivots_ = place(n);
  K_ = place(choice_.refresh == MatrixRefresh::on_demand ? 0 : n);
  u0_ = place(inputs);
  D_ = place(inputs * n);
}

std::size_t CorrectorMatrix::memory_size() const noexcept { return D_.at + D_.size; }

void CorrectorMatrix::use(std::span<double> memory) noexcept {
  memory_ = memory;
  maker_.use(part(omega_));
  if (inputs_) inputs_->use(part(D_));
}

void CorrectorMatrix::prepare(const CorrectorPoint& p) {
  if (!inputs_) return;
  inputs_->find_inputs(p);
  lay_out(inputs_->count());
}

void CorrectorMatrix::choose_pivots(const CorrectorPoint& p, bool keep) noexcept {
  if (!keep && (maker_.estimates() || !factor_.is_sparse())) return;
  difference(p, maker_.estimates());
  factorise();
  factor_.keep_pivots(keep);
  set_age(Age::none);
  if (!keep) memory_[has_D] = 0;  // the run computes D itself, so that it is counted there
}

bool CorrectorMatrix::take_pattern(bool other) {
  if (!other) return false;
  if (maker_.used() == nullptr) return true;
  factor_.analyse(*maker_.used());
  used_ = Vector::Zero(maker_.used()->size());
  chosen_for_ = Vector::Zero(used_.size());
  return true;
}

void CorrectorMatrix::reload() noexcept {
  request_ = Request::keep;
  try {
    const bool other = take_pattern(maker_.reload());
    if (maker_.used() == nullptr) return;
    if (factor_.is_sparse()) reload_pivots(other);
    if (age() == Age::none) return;
    maker_.gather(part(J_).data(), used_);
    factor_.factorise(used_);
  } catch (...) {  // no memory for the pattern: start again without a matrix
    set_age(Age::none);
  }
}

void CorrectorMatrix::reload_pivots(bool other) {
  if (memory_[has_pivots] == 0) {  // none yet: chosen with the next matrix
    factor_.analyse(*maker_.used());
    return;
  }
  maker_.gather(part(pivots_).data(), used_);
  const std::size_t bytes = used_.size() * sizeof(double);
  if (!other && std::memcmp(used_.data(), chosen_for_.data(), bytes) == 0) return;
  factor_.choose_pivots(used_);
  copy(used_, chosen_for_);
}

void CorrectorMatrix::request_for(double alpha) noexcept {
  if (age() == Age::none) {
    request_ = Request::differences;
    return;
  }
  const double ratio = alpha / alpha_of_matrix();
  if (ratio >= smallest_ratio && ratio <= 1 / smallest_ratio) return;
  request_ = choice_.refresh == MatrixRefresh::on_demand ? Request::differences : Request::update;
}

void CorrectorMatrix::request_new() noexcept { request_ = Request::differences; }

void CorrectorMatrix::request_update() noexcept {
  if (age() == Age::none)
    request_ = Request::differences;
  else if (choice_.refresh != MatrixRefresh::on_demand)
    request_ = Request::update;
}

bool CorrectorMatrix::request_better() noexcept {
  switch (age()) {
    case Age::old:
      request_ =
          choice_.refresh == MatrixRefresh::extended_b ? Request::update : Request::differences;
      return true;
    case Age::none:
    case Age::updated: request_ = Request::differences; return true;
    case Age::sparse: request_ = Request::every_column; return true;
    case Age::complete: break;
  }
  return false;
}

void CorrectorMatrix::end_attempt() noexcept {
  if (age() != Age::none) set_age(Age::old);
}

void CorrectorMatrix::add_leading(const CorrectorPoint& p, double factor, double* to) noexcept {
  form_.leading_block(p.y, p.u, leading_);
  const List<int>& place = maker_.leading_places();
  for (int k = 0; k < place.count(); ++k) to[place[k]] += factor * leading_.values()[k];
}

void CorrectorMatrix::update(const CorrectorPoint& p) noexcept {  // (24), (25), (26)
  const std::span<double> J = part(J_), K = part(K_);
  std::copy(K.begin(), K.end(), J.begin());
  add_leading(p, p.alpha, J.data());
  if (inputs_) inputs_->add(p.u, part(u0_).data(), J.data());
  ++counters_.jacobian_updates;
}

// False if there was no memory for a larger pattern.
bool CorrectorMatrix::difference(const CorrectorPoint& p, bool every_column) noexcept {
  const bool all = every_column || !maker_.knows_pattern();
  maker_.make(p, all, work_);
  const std::span<double> J = part(J_), K = part(K_);
  std::copy_n(work_.values().data(), J.size(), J.begin());
  if (!K.empty()) {
    std::copy(J.begin(), J.end(), K.begin());
    add_leading(p, -p.alpha, K.data());
  }
  try {
    if (all && take_pattern(maker_.grow(J.data()))) memory_[has_pivots] = 0;
    if (inputs_) {
      if (memory_[has_D] == 0) {
        inputs_->make(p, work_);
        memory_[has_D] = 1;
        for (std::size_t i = 0; i < inputs_->count(); ++i)
          if (take_pattern(maker_.grow(inputs_->values() + i * J.size()))) memory_[has_pivots] = 0;
      }
      inputs_->remember(p.u, part(u0_).data());
    }
  } catch (...) {
    return false;
  }
  set_age(maker_.estimates() && !all ? Age::sparse : Age::complete);
  return true;
}

Status CorrectorMatrix::factorise() noexcept {
  const StageScope timed(Stage::factorise);
  maker_.gather(part(J_).data(), used_);
  ++counters_.factorisations;
  const Status status = factor_.factorise(used_);
  if (status == Status::ok && factor_.chose_pivots()) {
    copy(used_, chosen_for_);
    const std::span<double> J = part(J_), P = part(pivots_);
    std::copy(J.begin(), J.end(), P.begin());
    memory_[has_pivots] = 1;
  }
  return status;
}

CorrectorMatrix::Provided CorrectorMatrix::provide(const CorrectorPoint& p) noexcept {
  if (request_ == Request::keep) return Provided::kept;
  Status status = Status::singular;
  if (request_ == Request::update) {
    update(p);
    memory_[alpha_old] = p.alpha;
    status = factorise();
    set_age(Age::updated);
  }
  if (request_ != Request::update || status != Status::ok) {
    if (!difference(p, request_ == Request::every_column)) {
      set_age(Age::none);
      return Provided::singular;
    }
    memory_[alpha_old] = p.alpha;
    status = factorise();
  }
  request_ = Request::keep;
  if (status == Status::ok) return Provided::made;
  set_age(Age::none);
  return Provided::singular;
}

void CorrectorMatrix::solve(double alpha, Vector& x) noexcept {
  const StageScope timed(Stage::solve);
  const double c = 2 / (1 + alpha / alpha_of_matrix());
  x *= c;
  factor_.solve(x);
  ++counters_.solves;
}

}  // namespace takt
