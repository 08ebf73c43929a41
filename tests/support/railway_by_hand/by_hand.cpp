#include "tests/support/railway_by_hand/by_hand.hpp"

#include <stdexcept>

#include "tests/support/railway_by_hand/passenger_car.hpp"
#include "tests/support/railway_by_hand/test_rig.hpp"
#include "tests/support/railway_by_hand/train_carriage.hpp"

namespace takt::by_hand {
namespace {

template <class Vehicle>
std::shared_ptr<const EquationsOfMotion> made(const std::map<std::string, double>& set) {
  return std::make_shared<const Vehicle>(problem::Parameters(Vehicle::parameters, set));
}

}  // namespace

std::shared_ptr<const EquationsOfMotion> make(std::string_view name,
                                              const std::map<std::string, double>& set) {
  if (name == "train-carriage") return made<TrainCarriage>(set);
  if (name == "passenger-car") return made<PassengerCar>(set);
  if (name == "test-rig") return made<TestRig>(set);
  throw std::logic_error("no vehicle " + std::string(name));
}

}  // namespace takt::by_hand
