// Base class for vehicles written by hand: bodies with Cardan angles, forces between them, and
// optional constraint rows. Models derive from it and add their data.
//
// M is block-diagonal, one block per body. K, C and K_full have a block for every pair of bodies
// that one force connects, with all coordinates of both (ERRATA 002.10). The explicit and the
// residual formalism, 002 (2) and (3), need only these blocks.
#pragma once

#include <memory>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"
#include "tests/support/railway_by_hand/cardan_body.hpp"
#include "tests/support/railway_by_hand/local_force.hpp"

namespace takt::by_hand {

class BodySystem : public EquationsOfMotion, public Recursive {
 public:
  const Shape& shape() const noexcept final { return shape_; }
  const Names& names() const noexcept final { return names_; }
  State initial() const override;
  void evaluate(const Point&, Need, Terms&, Scratch&) const noexcept final;
  double potential(const Point&, Scratch&) const noexcept override;
  const Recursive* recursive() const noexcept final { return this; }

  void acceleration(const Point&, const Vector& extra, Vector& a, Scratch&) const noexcept final;
  void balance(const Point&, const Vector& a, const Vector& extra, Vector& r,
               Scratch&) const noexcept final;

 protected:
  static constexpr double gravity = 9.81;  // m/s^2

  // without_x: its distance travelled is prescribed, 5 coordinates.
  enum class Motion { free, without_x };
  CardanBody add(CardanBody, Motion = Motion::free);
  int add_coordinate(const std::string& name, double inertia);
  template <class Force, class... Data> void add_force(Data&&... data) {
    forces_.push_back(std::make_unique<const Force>(std::forward<Data>(data)...));
  }
  // To be called after everything was added: makes the patterns and finds the blocks in them.
  // `rows`: the columns of each constraint row, if there are rows.
  void finish(const std::vector<std::vector<int>>& rows = {});

  // For systems with rows: g, G, gI, gamma, Gv_q, K_lambda and K_lambda_v; adds to K_full.
  virtual void evaluate_rows(const Point&, Need, Terms&) const noexcept {}

  // Index of an entry in the values of a pattern; for the set-up only.
  static int place_of(const linear::Pattern&, int row, int col);

  Shape shape_;
  Names names_;

 private:
  struct PlacedForce {  // indices by columns; -1 if a coordinate is prescribed
    std::vector<int> K, f_lambda;
  };
  struct PlacedBody {
    std::array<int, 36> M, K;
  };
  struct Single {
    int column = 0;
    double inertia = 0;
    int M = 0;
  };

  void force(const Point&, Vector& f) const noexcept;
  void mass(const Point&, linear::Patterned& M) const noexcept;
  void stiffness(const Point&, bool with_inertia, linear::Patterned& K) const noexcept;
  void stiffness_product(const Point&, Vector& K_v) const noexcept;
  void damping(const Point&, linear::Patterned& C) const noexcept;
  void by_multipliers(const Point&, linear::Patterned& f_lambda) const noexcept;

  std::vector<CardanBody> bodies_;
  std::vector<PlacedBody> placed_bodies_;
  std::vector<Single> singles_;
  std::vector<std::unique_ptr<const LocalForce>> forces_;
  std::vector<PlacedForce> placed_forces_;
};

}  // namespace takt::by_hand
