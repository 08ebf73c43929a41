// Interface to another engine on the same tree. Its results are converted to Takt's velocities, so
// that they can be compared before it is timed. C++17: the headers of Simbody are not C++20.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/base/types.hpp"
#include "takt/spatial/frame.hpp"

namespace takt::bench {

struct Sample {  // a state, with the forces and accelerations that belong to it
  Vector q, v, tau, a;
};

// Links in the order of the tree, each turning about z; the first may be free relative to the
// ground.
struct Body {
  int parent = -1;
  bool free = false;
  Frame place;
  double m = 0;
  Vec3 centre;
  Mat3 I;  // about the centre
};
struct Bodies {
  std::vector<Body> body;
  int nq = 0, nv = 0;
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  // Compute from a sample, prepared in the engine's own form, the engine's own results.
  virtual void forward(int sample) = 0;
  virtual void inverse(int sample) = 0;
  virtual void mass(int sample) = 0;
  // The results of the last call in Takt's velocities.
  virtual Vector acceleration(int sample) = 0;
  virtual Vector effort(int sample) = 0;
  virtual Matrix mass_matrix(int sample) = 0;
};

using MakePeer = std::unique_ptr<Peer> (*)(const Bodies&, const Vec3& gravity,
                                           const std::vector<Sample>&);
std::vector<MakePeer>& peers();
struct Register {
  explicit Register(MakePeer make) { peers().push_back(make); }
};

inline Mat3 base_rotation(const Sample& s) {
  return rotation::matrix_of({s.q[3], s.q[4], s.q[5], s.q[6]});
}

}  // namespace takt::bench
