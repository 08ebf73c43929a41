/* A steering controller for steered-iltis.yaml, in C: keeps a lane with one lane change.
 *
 *   takt realtime examples/hil/steered-iltis.yaml --io udp:5005      in one terminal
 *   steer udp:5005                                                    in another
 *
 * or both with shm:NAME. It answers every frame of outputs with one of inputs, ends when Takt has
 * been silent for a second, and says how far the vehicle was from its lane. */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "takt/realtime/takt_io.h"

/* The names of the model, in its order. Their checksums prevent steering of another model. */
static const char* const input_names[] = {"wheel"};
static const char* const output_names[] = {"x",   "y",       "z",       "roll",    "pitch",
                                           "yaw", "tyre_fl", "tyre_fr", "tyre_rl", "tyre_rr",
                                           "az",  "speed",   "yaw_rate"};
enum { X = 0, Y = 1, YAW = 5, SPEED = 11, OUTPUTS = 13, INPUTS = 1 };

static uint32_t checksum(const char* const* names, int count) {
  uint32_t sum = 0;
  for (int i = 0; i < count; ++i) sum = takt_names(sum, names[i]);
  return sum;
}

/* The middle of the lane: it moves 3.5 m to the left between x = 40 m and 80 m. */
static double lane(double x) {
  const double s = x < 40 ? 0 : x > 80 ? 1 : (x - 40) / 40;
  return 3.5 * s * s * s * (10 - 15 * s + 6 * s * s);
}

static double farthest, last_offset;
static long answered;

/* Pure pursuit: the arc that leads to a point of the lane ahead gives the angle of the front wheels,
 * and that the displacement of the rack, whose tie rods act 0.14 m behind the axle. */
static double steer(const double* out) {
  const double ahead = fmax(4, 0.5 * out[SPEED]);
  const double c = cos(out[YAW]), s = sin(out[YAW]);
  const double there = lane(out[X] + ahead * c) - (out[Y] + ahead * s);
  const double angle = 2.017 * 2 * there * c / (ahead * ahead);
  last_offset = out[Y] - lane(out[X]);
  farthest = fmax(farthest, fabs(last_offset));
  ++answered;
  return -0.14 * angle;
}

static int over_udp(int port, double patience) {
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in to;
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_port = htons((uint16_t)port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_, (struct sockaddr*)&to, sizeof to) != 0) return 1;

  struct takt_frame in, out;
  memset(&in, 0, sizeof in);
  in.kind = TAKT_INPUTS;
  in.count = INPUTS;
  in.names = checksum(input_names, INPUTS);
  in.session = (uint32_t)takt_now_ns() ^ (uint32_t)getpid() << 16;
  in.period = -1;
  double rack[INPUTS] = {0}, values[OUTPUTS];
  unsigned char packet[TAKT_PACKET];
  int64_t heard = takt_now_ns();
  for (;;) {
    ++in.sequence;
    in.sent_ns = takt_now_ns();
    const size_t size = takt_pack(packet, sizeof packet, &in, rack);
    (void)!send(socket_, packet, size, 0); /* nobody listens yet: try again below */
    for (int got = 0; !got;) {
      struct pollfd wait = {socket_, POLLIN, 0};
      const double limit = answered > 0 ? 1 : patience;
      if ((double)(takt_now_ns() - heard) > 1e9 * limit) return close(socket_);
      if (poll(&wait, 1, 20) <= 0) {
        if (answered == 0) break; /* send again */
        continue;
      }
      const ssize_t n = recv(socket_, packet, sizeof packet, 0);
      got = n > 0 && takt_unpack(packet, (size_t)n, &out, values, OUTPUTS) == TAKT_OK &&
            out.kind == TAKT_OUTPUTS && out.count == OUTPUTS &&
            out.names == checksum(output_names, OUTPUTS);
      if (!got) continue;
      heard = takt_now_ns();
      in.period = out.period;
      in.t = out.t;
      rack[0] = steer(values);
    }
  }
}

static int over_shm(const char* name, double patience) {
  const struct timespec moment = {0, 100000};
  struct takt_shm s;
  struct takt_frame out;
  double rack[INPUTS] = {0}, values[OUTPUTS];
  int64_t heard = takt_now_ns();
  while (takt_shm_attach(&s, name) != 0) {
    if ((double)(takt_now_ns() - heard) > 1e9 * patience) return 0;
    nanosleep(&moment, NULL);
  }
  if (s.inputs != INPUTS || s.outputs != OUTPUTS ||
      s.header->input_names != checksum(input_names, INPUTS) ||
      s.header->output_names != checksum(output_names, OUTPUTS)) {
    fprintf(stderr, "steer: '%s' belongs to another model\n", name);
    takt_shm_detach(&s);
    return 1;
  }
  while (!takt_shm_gone(&s) &&
         (double)(takt_now_ns() - heard) < 1e9 * (answered > 0 ? 1 : patience)) {
    if (takt_shm_read(&s, &out, values)) {
      heard = takt_now_ns();
      rack[0] = steer(values);
      takt_shm_write(&s, out.period, out.t, rack);
    } else {
      nanosleep(&moment, NULL);
    }
  }
  takt_shm_detach(&s);
  return 0;
}

/* The port if the whole text is one, else 0. */
static int port_in(const char* text) {
  char* end;
  const long port = strtol(text, &end, 10);
  return end != text && *end == 0 && port > 0 && port < 65536 ? (int)port : 0;
}

int main(int argc, char** argv) {
  const double patience = argc > 2 ? atof(argv[2]) : 10; /* s to wait for Takt to start */
  int failed = 1;
  if (argc > 1 && strncmp(argv[1], "udp:", 4) == 0 && port_in(argv[1] + 4) > 0) {
    failed = over_udp(port_in(argv[1] + 4), patience);
  } else if (argc > 1 && strncmp(argv[1], "shm:", 4) == 0) {
    failed = over_shm(argv[1] + 4, patience);
  } else {
    fprintf(stderr, "usage: steer udp:PORT|shm:NAME [SECONDS TO WAIT]\n");
    return 2;
  }
  if (failed == 0 && answered == 0)
    fprintf(stderr, "steer: nothing of this model came from %s within %g s: does Takt run there?\n",
            argv[1], patience);
  if (failed || answered == 0) return 1;
  printf("answered %ld, farthest %.3f m from the lane, %.3f m at the end\n", answered, farthest,
         fabs(last_offset));
  return 0;
}
