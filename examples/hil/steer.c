/* A steering controller for steered-iltis.yaml, in C: keeps a lane with one lane change.
 *
 *   takt realtime examples/hil/steered-iltis.yaml --io udp:5005      in one terminal
 *   steer udp:5005                                                    in another
 *
 * or both with shm:NAME. It answers every frame of outputs with one of inputs, ends when Takt has
 * been silent for a second, and says how far the vehicle was from its lane. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>

#include "takt/realtime/takt_io.h"

/* The outputs of the model, in its order, and those that are used. Their checksum prevents steering
 * of another model. */
static const char names[] =
    "x y z roll pitch yaw tyre_fl tyre_fr tyre_rl tyre_rr az speed yaw_rate";
enum { X = 0, Y = 1, YAW = 5, SPEED = 11 };

struct offset {
  double farthest, last;
};

/* The middle of the lane: it moves 3.5 m to the left between x = 40 m and 80 m. */
static double lane(double x) {
  const double s = x < 40 ? 0 : x > 80 ? 1 : (x - 40) / 40;
  return 3.5 * s * s * s * (10 - 15 * s + 6 * s * s);
}

/* Pure pursuit: the arc that leads to a point of the lane ahead gives the angle of the front wheels,
 * and that the displacement of the rack, whose tie rods act 0.14 m behind the axle. */
static void steer(double t, const double* out, double* rack, void* user) {
  struct offset* offset = user;
  const double ahead = fmax(4, 0.5 * out[SPEED]);
  const double c = cos(out[YAW]), s = sin(out[YAW]);
  const double there = lane(out[X] + ahead * c) - (out[Y] + ahead * s);
  const double angle = 2.017 * 2 * there * c / (ahead * ahead);
  (void)t;
  offset->last = out[Y] - lane(out[X]);
  offset->farthest = fmax(offset->farthest, fabs(offset->last));
  rack[0] = -0.14 * angle;
}

int main(int argc, char** argv) {
  const double patience = argc > 2 ? atof(argv[2]) : 10; /* s to wait for Takt to start */
  const char* channel = argc > 1 ? argv[1] : "";
  struct offset offset = {0, 0};
  const long answered = takt_control(channel, "wheel", names, steer, &offset, patience);
  if (answered == TAKT_NO_CHANNEL) {
    fprintf(stderr, "usage: steer udp:PORT|shm:NAME [SECONDS TO WAIT]\n");
    return 2;
  }
  if (answered <= 0) {
    fprintf(stderr, "steer: nothing of this model came from %s within %g s: does Takt run there?\n",
            channel, patience);
    return 1;
  }
  printf("answered %ld, farthest %.3f m from the lane, %.3f m at the end\n", answered,
         offset.farthest, fabs(offset.last));
  return 0;
}
