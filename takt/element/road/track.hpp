// The height of one wheel track along x: pieces that are cubics or half cosine waves, level before
// the first and after the last.
//
//   z = z0 + m0 t + c2 t^2 + c3 t^3   (Hermite, t = x - x0)   or   z = z0 + h/2 (1 - cos(pi t / l))
//
// Terms used: z0 height and m0 slope at the start of a piece, h its rise, l its length.
#pragma once

#include <vector>

namespace takt::element {

struct TrackPoint {
  double z = 0, slope = 0, curvature = 0;
};

class Track {
 public:
  enum class Shape {
    line,    // straight, with corners
    smooth,  // level at each point: cubic smoothstep between them
    cosine,  // level at each point: half a cosine wave between them
    spline,  // monotone cubic through the points
  };

  Track() = default;  // level, z = 0
  explicit Track(double z) : last_{z} {}

  // start() sets the first point. Each of the others appends a piece up to x; throws Error unless x
  // ascends.
  void start(double x, double z);
  void hermite(double x, double z, double slope_from, double slope_to);
  void line(double x, double z);
  void cosine(double x, double z);

  // Through points (x, z). With blend > 0 the corners of lines are rounded by parabolas of this
  // length.
  static Track through(const std::vector<std::vector<double>>& points, Shape, double blend = 0);

  TrackPoint at(double x) const noexcept;

 private:
  struct Piece {
    double x, length;  // x: where it begins
    double c[4];       // of the cubic; for a cosine c[0] is z0 and c[1] the rise
    bool cosine;
  };
  void add(double x, double z, Piece);

  std::vector<Piece> pieces_;
  TrackPoint last_;  // after the last piece
  double first_z_ = 0, end_ = 0;
  bool started_ = false;
};

}  // namespace takt::element
