// Systems derived from other systems, for tests: with a duplicated constraint, without derivatives.
#pragma once

#include <memory>

#include "takt/eom/evaluator.hpp"

namespace takt::test {

// Forwards everything to another system.
class Wrapped : public EquationsOfMotion {
 public:
  explicit Wrapped(std::shared_ptr<const EquationsOfMotion> inner)
      : inner_(std::move(inner)), shape_(inner_->shape()), names_(inner_->names()) {}

  const Shape& shape() const noexcept override { return shape_; }
  const Names& names() const noexcept override { return names_; }
  State initial() const override { return inner_->initial(); }
  std::unique_ptr<Scratch> make_scratch() const override { return inner_->make_scratch(); }
  void excite(double t, std::span<const double> in, Excitation& u) const noexcept override {
    inner_->excite(t, in, u);
  }
  void evaluate(const Point& p, Need need, Terms& out, Scratch& s) const noexcept override {
    inner_->evaluate(p, need, out, s);
  }
  void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept override {
    inner_->retract(q, dq, out);
  }
  void increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept override {
    inner_->increment_rate(dq, v, out);
  }
  void magnitude(const Vector& q, Vector& out) const noexcept override {
    inner_->magnitude(q, out);
  }
  double potential(const Point& p, Scratch& s) const noexcept override {
    return inner_->potential(p, s);
  }
  void outputs(const Point& p, std::span<double> out, Scratch& s) const noexcept override {
    inner_->outputs(p, out, s);
  }

 protected:
  std::shared_ptr<const EquationsOfMotion> inner_;
  Shape shape_;
  Names names_;
};

// Adds a copy of the first constraint row at the end.
class DuplicatedRow final : public Wrapped {
 public:
  explicit DuplicatedRow(std::shared_ptr<const EquationsOfMotion> inner)
      : Wrapped(std::move(inner)), terms_(make_terms(inner_->shape())) {
    ++shape_.ng;
    shape_.conservative = false;
    shape_.row_level.push_back(shape_.row_level.front());
    names_.rows.push_back(names_.rows.front() + "_again");
  }
  State initial() const override {
    State s = inner_->initial();
    s.lambda = Vector::Zero(shape_.ng);
    return s;
  }
  // The multipliers of the two copies act together: K_lambda gets their sum.
  void evaluate(const Point& p, Need need, Terms& out, Scratch& scratch) const noexcept override {
    const Index n = shape_.ng - 1;
    Vector lambda = p.lambda.head(n);
    lambda[0] += p.lambda[n];
    Terms& t = terms_;
    inner_->evaluate(Point{p.q, p.v, p.a, lambda, p.z, p.u}, need, t, scratch);
    for (auto member : {&Terms::M, &Terms::K, &Terms::C, &Terms::K_lambda, &Terms::K_full,
                        &Terms::f_z, &Terms::e_q, &Terms::e_v, &Terms::e_z})
      (out.*member).values() = (t.*member).values();
    for (auto member : {&Terms::f, &Terms::K_v, &Terms::K_lambda_v, &Terms::e, &Terms::f_t,
                        &Terms::e_t, &Terms::lambda_t})
      out.*member = t.*member;
    for (auto member : {&Terms::g, &Terms::gI, &Terms::gamma}) {
      (out.*member).head(n) = t.*member;
      (out.*member)[n] = (t.*member)[0];
    }
    for (auto member : {&Terms::G, &Terms::Gv_q}) {
      (out.*member).dense().topRows(n) = (t.*member).dense();
      (out.*member).dense().row(n) = (t.*member).dense().row(0);
    }
  }

 private:
  mutable Terms terms_;
};

// The same system, but it provides only M, f, g, G, gI and e.
class WithoutDerivatives final : public Wrapped {
 public:
  explicit WithoutDerivatives(std::shared_ptr<const EquationsOfMotion> inner)
      : Wrapped(std::move(inner)) {
    shape_.analytic = Term::M | Term::f | Term::g | Term::G | Term::gI | Term::e;
  }
};

}  // namespace takt::test
