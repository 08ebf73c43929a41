// Which parts of a drawing can be seen: a picture of pixels that holds what is in front in each.
#pragma once

#include <optional>
#include <vector>

#include "takt/scene/labels.hpp"

namespace takt::scene {

class Coverage {
 public:
  // A picture of this size, in units of the drawing.
  Coverage(double width, double height);

  // From the front to the back: whether any of it is seen. An opaque polygon hides what comes later.
  // `owner` >= 0 is noted where it is in front; `depth` towards the eye at each corner.
  bool add(const std::vector<Vec2>& corners, const std::vector<double>& depth, int owner,
           bool opaque);

  struct Front {
    int owner = -1;
    double depth = 0;
  };
  // What is in front at a point; nothing where the paper is free.
  std::optional<Front> front_at(const Vec2&) const;

  // How many units of area of an owner are seen, and a point of it near their middle.
  struct Seen {
    double area = 0;
    Vec2 at = Vec2::Zero();
  };
  std::vector<Seen> seen(int owners) const;

 private:
  struct Pixel {
    int owner = -2;  // -2: free, -1: nobody
    float depth = 0;
  };
  const Pixel* pixel(int x, int y) const {
    if (x < 0 || y < 0 || x >= columns_ || y >= rows_) return nullptr;
    return &pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                    static_cast<std::size_t>(x)];
  }

  int columns_, rows_;
  std::vector<Pixel> pixels_;
};

}  // namespace takt::scene
