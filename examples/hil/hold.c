/* Holds the arm of examples/models/arm.yaml in place, in C: the same as hold.py.
 *
 *   takt run examples/models/arm.yaml --io lockstep:udp:5005     in one terminal
 *   hold udp:5005                                                in another
 *
 * The law is a spring and a damper at each axis, plus the torque that holds the weight. That torque
 * follows from the measured angles: for axis i it is the sum over all parts j beyond it of
 * m_j g (a_i x (c_j - p_i))_z, with a_i, p_i the axis and a point of it and c_j a centre of mass. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>

#include "takt/realtime/takt_io.h"

enum { AXES = 6, PARTS = 7 };
/* As drawn in the model: directions of the axes and points on them; masses and their places. */
static const int direction[AXES] = {2, 1, 1, 0, 1, 0}; /* x, y or z */
static const double point[AXES][3] = {{0, 0, 0},     {0, 0, 0.4},   {0.4, 0, 0.4},
                                      {0.7, 0, 0.4}, {0.9, 0, 0.4}, {1, 0, 0.4}};
static const double mass[PARTS] = {20, 12, 8, 4, 2, 1, 5}; /* the payload moves with axis 6 */
static const double com[PARTS][3] = {{0, 0, 0.15},   {0.2, 0, 0.4},     {0.55, 0.05, 0.4},
                                     {0.8, 0, 0.4},  {0.95, 0.02, 0.4}, {1.05, 0, 0.4},
                                     {1.15, 0, 0.36}};
static const double stiffness[AXES] = {4000, 4000, 3000, 600, 600, 100}; /* N m/rad */
static const double damping[AXES] = {400, 400, 250, 20, 20, 3};          /* N m s/rad */
static const double target[AXES] = {0, -0.6, 1.2, 0, 0.5, 0};            /* rad */

/* Where a place of the drawing is, when a part is turned by R about `from`, which is now `at`. */
static void place(double R[3][3], const double* from, const double* at, const double* drawn,
                  double* to) {
  for (int r = 0; r < 3; ++r) {
    to[r] = at[r];
    for (int c = 0; c < 3; ++c) to[r] += R[r][c] * (drawn[c] - from[c]);
  }
}

static void weight_torques(const double* q, double* torque) {
  double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, axis[AXES][3], p[AXES][3],
         zero[3] = {0, 0, 0};
  for (int i = 0; i < AXES; ++i) torque[i] = 0;
  for (int j = 0; j < PARTS; ++j) {
    if (j < AXES) { /* turn by q[j] about axis j, which the axes before have moved */
      place(R, j > 0 ? point[j - 1] : zero, j > 0 ? p[j - 1] : zero, point[j], p[j]);
      const int k = direction[j], a = (k + 1) % 3, b = (k + 2) % 3;
      const double c = cos(q[j]), s = sin(q[j]);
      for (int r = 0; r < 3; ++r) {
        const double u = R[r][a], v = R[r][b];
        axis[j][r] = R[r][k];
        R[r][a] = c * u + s * v;
        R[r][b] = c * v - s * u;
      }
    }
    const int last = j < AXES ? j : AXES - 1;
    double at[3];
    place(R, point[last], p[last], com[j], at);
    for (int i = 0; i <= last; ++i)
      torque[i] +=
          9.81 * mass[j] * (axis[i][0] * (at[1] - p[i][1]) - axis[i][1] * (at[0] - p[i][0]));
  }
}

static void hold(double t, const double* out, double* torque, void* user) {
  (void)t;
  weight_torques(out, torque);
  for (int i = 0; i < AXES; ++i)
    torque[i] += stiffness[i] * (target[i] - out[i]) - damping[i] * out[AXES + i];
  memcpy(user, out, AXES * sizeof *out);
}

int main(int argc, char** argv) {
  double angles[AXES] = {0}, farthest = 0;
  const long answered =
      takt_control(argc > 1 ? argv[1] : "", "torque1 torque2 torque3 torque4 torque5 torque6",
                   "angle1 angle2 angle3 angle4 angle5 angle6 rate1 rate2 rate3 rate4 rate5 rate6",
                   hold, angles, argc > 2 ? atof(argv[2]) : 10);
  if (answered <= 0) {
    fprintf(stderr,
            "hold: nothing of this model came; usage: hold udp:PORT|shm:NAME [SECONDS TO WAIT]\n");
    return 1;
  }
  for (int i = 0; i < AXES; ++i) farthest = fmax(farthest, fabs(angles[i] - target[i]));
  printf("answered %ld, %.2e rad from the target at the end\n", answered, farthest);
  return 0;
}
