#include "takt/element/joint/kinematics_table.hpp"

#include "takt/element/joint/travel_table.hpp"

namespace takt::element {
namespace {

constexpr std::string_view pose_columns[] = {"x", "y", "z", "yaw", "roll", "pitch"};

std::shared_ptr<const Motion> motion_of(const TravelTable& table) {
  return std::make_shared<KinematicsTable>(table.columns(pose_columns), table.steered ? 2 : 1);
}

}  // namespace

void KinematicsTable::at(const double* q, MotionPoint& out) const noexcept { set(q, 3, out); }
void KinematicsTable::without_curvature(const double* q, MotionPoint& out) const noexcept {
  set(q, 2, out);
}

void KinematicsTable::set(const double* q, int orders, MotionPoint& out) const noexcept {
  PoseFunction of[6];
  functions_.all(functions_.along_x(q[0]), functions_.along_y(coordinates_ > 1 ? q[1] : 0.0),
                 orders, of);
  set_point(of, coordinates_, out, orders > 2);
}

std::shared_ptr<const Motion> KinematicsTable::parse(std::string_view text, const std::string& name,
                                                     const std::string& wheel, bool steered) {
  return motion_of({text, name, wheel, steered});
}

std::shared_ptr<const Motion> KinematicsTable::make(const Values& v, bool steered) {
  std::string text;
  return motion_of(travel_table(v, steered, text));
}

}  // namespace takt::element
