// A motion of any kind: the pose of the moved frame of a joint in the fixed one as a function of one
// to three coordinates. The kernels of joint coordinates ask it for pose and columns once per state,
// so a joint with such a motion costs one file and one line in joint/catalogue.hpp.
//
//   V = sum_i S_i q_i'      S_i,j = dS_i/dq_j      S_i,jk = d2S_i / dq_j dq_k
//
// Terms used: R, p rotation and origin of the moved frame, in the fixed one; S_i the motion (angular,
// linear) of the moved frame for a unit of q_i', in the moved axes about the moved origin; its
// derivatives are those of the six numbers, so a joint whose axes are fixed in the body has none.
// Because q are coordinates, S_i,j - S_j,i = S_i x S_j.
#pragma once

#include <memory>

#include "takt/spatial/frame.hpp"

namespace takt::element {

inline constexpr int max_motion_coordinates = 3;

struct MotionPoint {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();
  // Only the entries of existing coordinates are used.
  Vec6 S[max_motion_coordinates];
  Vec6 dS[max_motion_coordinates][max_motion_coordinates];                           // [i][j]
  Vec6 ddS[max_motion_coordinates][max_motion_coordinates][max_motion_coordinates];  // [i][j][k]
};

class Motion {
 public:
  virtual ~Motion() = default;
  virtual int coordinates() const noexcept = 0;
  virtual void at(const double* q, MotionPoint&) const noexcept = 0;
  // The same without S_i,jk, which only derivatives of inertia forces by q need; they may keep any
  // value. Overridden where that is cheaper.
  virtual void without_curvature(const double* q, MotionPoint& m) const noexcept { at(q, m); }
};

// One of the functions that describe a pose, with its derivatives by the coordinates.
struct PoseFunction {
  double y = 0;
  double d[max_motion_coordinates] = {};
  double dd[max_motion_coordinates][max_motion_coordinates] = {};
  double ddd[max_motion_coordinates][max_motion_coordinates][max_motion_coordinates] = {};
};

// The point of a motion from x, y, z of the moved origin and the angles of R = Rz Rx Ry (as yaw, roll
// and pitch of a vehicle_body), in this order, for a motion of n coordinates; without `curvature` no
// S_i,jk, and the third derivatives are not read.
void set_point(const PoseFunction (&)[6], int n, MotionPoint&, bool curvature = true) noexcept;

// The same motion seen from the moved frame: where the fixed frame is.
void invert(int n, MotionPoint&) noexcept;

// The mirror image of a motion in the plane y = 0 of both frames.
class MirroredMotion final : public Motion {
 public:
  explicit MirroredMotion(std::shared_ptr<const Motion> of) : of_(std::move(of)) {}
  int coordinates() const noexcept override { return of_->coordinates(); }
  void at(const double* q, MotionPoint&) const noexcept override;
  void without_curvature(const double* q, MotionPoint&) const noexcept override;

 private:
  std::shared_ptr<const Motion> of_;
};

// The coordinates whose pose is nearest to the given one, searched from q on; radians and metres
// count alike. For set-up.
void find_coordinates(const Motion&, const Frame& pose, double* q);
// The rates whose twist is nearest to (w, v), given in the moved axes.
void find_rates(const Motion&, const double* q, const Vec6& twist, double* dq);

}  // namespace takt::element
