// The poses of bodies, computed again from the coordinates that results hold.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "takt/eom/evaluator.hpp"
#include "takt/io/results/result_reader.hpp"
#include "takt/mechanism/mechanism.hpp"

namespace takt::web {

class Poses {
 public:
  // Throws Error: the columns are those of another model, or of other coordinates of it.
  Poses(std::shared_ptr<const mechanism::Mechanism>, const State& start,
        std::span<const io::ResultColumn>);

  // t, body.<name>.{x,y,z,qw,qx,qy,qz}, ...
  std::span<const io::ResultColumn> columns() const noexcept { return columns_; }
  void at(std::span<const double> row, std::span<double> poses);
  double potential();                                     // J, of the last row
  const State& state() const noexcept { return state_; }  // of the last row

 private:
  std::shared_ptr<const mechanism::Mechanism> mechanism_;
  std::unique_ptr<Scratch> scratch_;
  State state_;
  Excitation u_;
  std::vector<double> inputs_, bodies_;
  std::vector<std::size_t> q_, v_, z_;  // where rows have them; v and z may be missing
  struct Driven {
    int signal;
    std::size_t column;
  };
  std::vector<Driven> driven_;
  std::vector<io::ResultColumn> columns_;
  std::vector<std::size_t> pose_;  // of `bodies_`
};

}  // namespace takt::web
