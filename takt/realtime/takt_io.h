/* How a controller talks to Takt: packets over UDP, or a segment of shared memory.
 *
 * This one file is all a controller needs: C11 or C++, on Linux, with GCC or Clang; the part about
 * packets is plain C11. takt_control at its end is the whole loop of a controller, and
 * examples/hil/hold.c shows its use. Other languages follow the layouts below (docs/protocol.md has
 * them as tables; examples/hil/takt_io.py is the same in Python without any library).
 *
 * A frame is one set of values with its header. Frames of inputs go to Takt, frames of outputs come
 * from it, once a period. Values are in the order of the model's inputs or outputs. `names` is a
 * checksum of their names; it prevents the use of a controller with a model it was not written for.
 *
 * A packet, little-endian:
 *
 *   offset  bytes
 *        0      4  magic       "TAKT"
 *        4      1  version     1
 *        5      1  kind        1 inputs, 2 outputs
 *        6      2  count       of values
 *        8      4  names       CRC-32C of the names, each followed by a line feed
 *       12      4  session     a new number each time the sender starts
 *       16      8  sequence    1, 2, 3, ... within a session
 *       24      8  period      outputs: their period; inputs: the period they answer, -1 for none
 *       32      8  sent_ns     clock of the sender, for its own use; Takt: CLOCK_MONOTONIC
 *       40      8  t           model time in s of that period, a double
 *       48      4  reserved    0
 *       52      4  crc         CRC-32C of the whole packet with these four bytes zero
 *       56  8 count            values, doubles
 *
 * Shared memory is an object of shm_open, in the byte order of the machine: struct takt_shm_header,
 * then an area of inputs, an area of outputs and the names as text. An area holds `newest`, the
 * number of frames written so far, and four slots used in turn. Each slot is a seqlock: frame n is
 * in slot n % 4, whose guard is 2 n + 1 while it is written and 2 n + 2 when it is complete. Read
 * `newest`, the guard, the slot, and the guard again; if the guard is not 2 n + 2 both times, try
 * again. So a writer that never pauses, or that dies while writing, cannot block readers from the
 * last complete frame. */
#ifndef TAKT_IO_H
#define TAKT_IO_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* NOLINTBEGIN(modernize-*): this is C, too. */
#ifdef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast" /* C has no other */
extern "C" {
#endif

enum { TAKT_VERSION = 1, TAKT_HEADER = 56, TAKT_PACKET = 1472, TAKT_DATAGRAM = 65507 };
enum { TAKT_INPUTS = 1, TAKT_OUTPUTS = 2 };
enum { TAKT_OK = 0, TAKT_TRUNCATED = -1, TAKT_CORRUPT = -2, TAKT_OTHER_VERSION = -3 };
enum { TAKT_NO_CHANNEL = -4, TAKT_TOO_MANY = -5, TAKT_OTHER_MODEL = -6 };

static const unsigned char takt_magic[4] = {'T', 'A', 'K', 'T'};

struct takt_frame {
  int kind;
  uint32_t count, names, session;
  uint64_t sequence;
  int64_t period, sent_ns;
  double t;
};

/* ---- checksums ------------------------------------------------------------------------------- */

/* CRC-32C (Castagnoli; RFC 3720 appendix B.4): polynomial 0x1EDC6F41, reflected. The table holds
 * the checksums of four bits. `crc` is 0 at the start, or the result for the preceding bytes. */
static inline uint32_t takt_crc32c(uint32_t crc, const void* bytes, size_t size) {
  static const uint32_t table[16] = {0x00000000u, 0x105ec76fu, 0x20bd8edeu, 0x30e349b1u,
                                     0x417b1dbcu, 0x5125dad3u, 0x61c69362u, 0x7198540du,
                                     0x82f63b78u, 0x92a8fc17u, 0xa24bb5a6u, 0xb21572c9u,
                                     0xc38d26c4u, 0xd3d3e1abu, 0xe330a81au, 0xf36e6f75u};
  const unsigned char* p = (const unsigned char*)bytes;
  crc = ~crc;
  for (size_t i = 0; i < size; ++i) {
    crc ^= p[i];
    crc = (crc >> 4) ^ table[crc & 15u];
    crc = (crc >> 4) ^ table[crc & 15u];
  }
  return ~crc;
}

/* The checksum `names`: takt_names(takt_names(0, "rack"), "brake") for two inputs. */
static inline uint32_t takt_names(uint32_t before, const char* name) {
  return takt_crc32c(takt_crc32c(before, name, strlen(name)), "\n", 1);
}

/* ---- packets --------------------------------------------------------------------------------- */

static inline void takt_put(unsigned char* at, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) at[i] = (unsigned char)(value >> (8 * i));
}
static inline uint64_t takt_get(const unsigned char* at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= (uint64_t)at[i] << (8 * i);
  return value;
}
static inline uint64_t takt_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  return bits;
}
static inline double takt_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, 8);
  return value;
}
static inline uint32_t takt_packet_crc(const unsigned char* packet, size_t size) {
  static const unsigned char zero[4] = {0, 0, 0, 0};
  uint32_t crc = takt_crc32c(0, packet, 52);
  crc = takt_crc32c(crc, zero, 4);
  return takt_crc32c(crc, packet + 56, size - 56);
}

/* Writes a packet of frame->count values. Returns its size, or 0 if there is not enough room. */
static inline size_t takt_pack(void* packet, size_t room, const struct takt_frame* frame,
                               const double* values) {
  unsigned char* p = (unsigned char*)packet;
  const size_t size = TAKT_HEADER + 8 * (size_t)frame->count;
  if (frame->count > 65535u || size > room) return 0;
  memcpy(p, takt_magic, 4);
  p[4] = TAKT_VERSION;
  p[5] = (unsigned char)frame->kind;
  takt_put(p + 6, frame->count, 2);
  takt_put(p + 8, frame->names, 4);
  takt_put(p + 12, frame->session, 4);
  takt_put(p + 16, frame->sequence, 8);
  takt_put(p + 24, (uint64_t)frame->period, 8);
  takt_put(p + 32, (uint64_t)frame->sent_ns, 8);
  takt_put(p + 40, takt_bits(frame->t), 8);
  takt_put(p + 48, 0, 4);
  for (uint32_t i = 0; i < frame->count; ++i) takt_put(p + 56 + 8 * i, takt_bits(values[i]), 8);
  takt_put(p + 52, takt_packet_crc(p, size), 4);
  return size;
}

/* Reads any packet. Returns TAKT_OK, or what is wrong with it. Values beyond `room` are dropped.
 * The caller must compare kind, count and names with those it expects. */
static inline int takt_unpack(const void* packet, size_t size, struct takt_frame* frame,
                              double* values, size_t room) {
  const unsigned char* p = (const unsigned char*)packet;
  if (size == 0) return TAKT_TRUNCATED; /* the packet may then be a null pointer */
  if (memcmp(p, takt_magic, size < 4 ? size : 4) != 0) return TAKT_CORRUPT;
  if (size < TAKT_HEADER) return TAKT_TRUNCATED;
  if (p[4] != TAKT_VERSION) return TAKT_OTHER_VERSION;
  frame->kind = p[5];
  frame->count = (uint32_t)takt_get(p + 6, 2);
  const size_t whole = TAKT_HEADER + 8 * (size_t)frame->count;
  if (size < whole) return TAKT_TRUNCATED;
  if (size > whole || takt_get(p + 52, 4) != takt_packet_crc(p, size)) return TAKT_CORRUPT;
  frame->names = (uint32_t)takt_get(p + 8, 4);
  frame->session = (uint32_t)takt_get(p + 12, 4);
  frame->sequence = takt_get(p + 16, 8);
  frame->period = (int64_t)takt_get(p + 24, 8);
  frame->sent_ns = (int64_t)takt_get(p + 32, 8);
  frame->t = takt_double(takt_get(p + 40, 8));
  for (uint32_t i = 0; i < frame->count && i < room; ++i)
    values[i] = takt_double(takt_get(p + 56 + 8 * i, 8));
  return TAKT_OK;
}

/* ---- shared memory --------------------------------------------------------------------------- */

enum { TAKT_SHM_MAGIC = 0x4d534b54, TAKT_SHM_VERSION = 1, TAKT_SHM_SLOTS = 4 }; /* "TKSM" */
enum { TAKT_SHM_MAKING = 0, TAKT_SHM_OPEN = 1, TAKT_SHM_CLOSED = 2 };

struct takt_shm_header {              /* 128 bytes */
  uint32_t magic, version;            /*   0,   4 */
  uint64_t size;                      /*   8  of the object */
  uint32_t inputs, outputs;           /*  16,  20  how many values */
  uint32_t input_names, output_names; /*  24,  28  CRC-32C, as in packets */
  uint32_t inputs_at, outputs_at;     /*  32,  36  offsets of their areas in bytes from here */
  uint32_t text_at, text_size; /*  40,  44  lines "name unit" of inputs, then "name" of outputs */
  uint32_t state;              /*  48  TAKT_SHM_OPEN: use it; TAKT_SHM_CLOSED: attach again */
  int32_t takt;                /*  52  process number of Takt */
  uint64_t session;            /*  56  a new number each time Takt starts */
  int32_t controller;          /*  64  process that writes inputs, 0: none */
  uint32_t reserved[15];       /*  68 */
};

struct takt_shm_area { /* 64 bytes, then TAKT_SHM_SLOTS slots, takt_shm_stride(count) apart */
  uint64_t newest;     /*   0  number of the last frame, over all writers; 0: none yet */
  uint64_t reserved[7];
};

struct takt_shm_slot { /* 64 bytes, then the values */
  uint64_t guard;      /*   0  2 n + 1: frame n is being written; 2 n + 2: it is complete */
  uint64_t sequence;   /*   8  1, 2, 3, ... within a session */
  int64_t period;      /*  16  outputs: their period; inputs: the period they answer, or -1 */
  int64_t sent_ns;     /*  24 */
  uint64_t t;          /*  32  bits of a double: model time in s */
  uint64_t session;    /*  40  a new number each time the writer starts */
  uint64_t reserved[2];
};

#if defined(__GNUC__)

static inline uint64_t takt_shm_stride(uint32_t count) {
  return (sizeof(struct takt_shm_slot) + 8 * (uint64_t)count + 63) / 64 * 64;
}
static inline uint64_t takt_shm_area_size(uint32_t count) {
  return sizeof(struct takt_shm_area) + TAKT_SHM_SLOTS * takt_shm_stride(count);
}
static inline struct takt_shm_slot* takt_shm_slot_of(struct takt_shm_area* area, uint64_t n,
                                                     uint32_t count) {
  return (struct takt_shm_slot*)((char*)(area + 1) + n % TAKT_SHM_SLOTS * takt_shm_stride(count));
}

/* Writes frame->count values, which must be all values of the area. For one writer; never waits. */
static inline void takt_shm_put(struct takt_shm_area* area, const struct takt_frame* frame,
                                const double* values) {
  const uint64_t n = __atomic_load_n(&area->newest, __ATOMIC_RELAXED) + 1;
  struct takt_shm_slot* slot = takt_shm_slot_of(area, n, frame->count);
  uint64_t* to = (uint64_t*)(slot + 1);
  __atomic_store_n(&slot->guard, 2 * n + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE); /* the odd guard before anything below */
  __atomic_store_n(&slot->sequence, frame->sequence, __ATOMIC_RELAXED);
  __atomic_store_n(&slot->period, frame->period, __ATOMIC_RELAXED);
  __atomic_store_n(&slot->sent_ns, frame->sent_ns, __ATOMIC_RELAXED);
  __atomic_store_n(&slot->t, takt_bits(frame->t), __ATOMIC_RELAXED);
  __atomic_store_n(&slot->session, (uint64_t)frame->session, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < frame->count; ++i)
    __atomic_store_n(&to[i], takt_bits(values[i]), __ATOMIC_RELAXED);
  __atomic_store_n(&slot->guard, 2 * n + 2, __ATOMIC_RELEASE);
  __atomic_store_n(&area->newest, n, __ATOMIC_RELEASE);
}

/* Tries once to read frame->count values, which must be all values of the area. Returns 1 if there
 * is a frame other than *seen (0 at the start), 0 if there is none, -1 if it was overwritten during
 * the reading. Never waits. */
static inline int takt_shm_get(struct takt_shm_area* area, uint64_t* seen, struct takt_frame* frame,
                               double* values) {
  const uint64_t n = __atomic_load_n(&area->newest, __ATOMIC_ACQUIRE);
  if (n == *seen) return 0;
  struct takt_shm_slot* slot = takt_shm_slot_of(area, n, frame->count);
  const uint64_t* from = (const uint64_t*)(slot + 1);
  if (__atomic_load_n(&slot->guard, __ATOMIC_ACQUIRE) != 2 * n + 2) return -1;
  frame->sequence = __atomic_load_n(&slot->sequence, __ATOMIC_RELAXED);
  frame->period = __atomic_load_n(&slot->period, __ATOMIC_RELAXED);
  frame->sent_ns = __atomic_load_n(&slot->sent_ns, __ATOMIC_RELAXED);
  frame->t = takt_double(__atomic_load_n(&slot->t, __ATOMIC_RELAXED));
  frame->session = (uint32_t)__atomic_load_n(&slot->session, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < frame->count; ++i)
    values[i] = takt_double(__atomic_load_n(&from[i], __ATOMIC_RELAXED));
  __atomic_thread_fence(__ATOMIC_ACQUIRE); /* everything above before the guard again */
  if (__atomic_load_n(&slot->guard, __ATOMIC_RELAXED) != 2 * n + 2) return -1;
  *seen = n;
  return 1;
}

#endif /* __GNUC__ */

#if defined(__GNUC__) && defined(__linux__) && !defined(TAKT_IO_NO_ATTACH)

#ifdef __cplusplus
}
#endif
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __cplusplus
extern "C" {
#endif

/* A controller's view of the segment. */
struct takt_shm {
  struct takt_shm_header* header;
  size_t size;
  uint64_t seen;     /* number of the output frame that was read last */
  uint64_t of;       /* session of Takt */
  uint64_t sequence; /* of the last inputs written */
  uint32_t session, inputs, outputs;
  struct takt_shm_area *in, *out;
};

static inline int64_t takt_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline void takt_shm_detach(struct takt_shm* s) {
  if (s->header == NULL) return;
  int32_t self = (int32_t)getpid();
  __atomic_compare_exchange_n(&s->header->controller, &self, 0, 0, __ATOMIC_RELEASE,
                              __ATOMIC_RELAXED);
  munmap(s->header, s->size);
  s->header = NULL;
}

/* Attaches to `shm:NAME` as its controller. Returns 0, or an errno: ENOENT it is not open (yet),
 * EBUSY another controller is attached, EPROTO not a segment that this header knows. Checks every
 * offset, so that a damaged header cannot lead outside the mapping. */
static inline int takt_shm_attach(struct takt_shm* s, const char* name) {
  char path[256];
  struct stat info;
  memset(s, 0, sizeof *s);
  if (strlen(name) + 2 > sizeof path) return ENAMETOOLONG;
  path[0] = '/';
  strcpy(path + 1, name);
  const int file = shm_open(path, O_RDWR, 0);
  if (file < 0) return errno;
  if (fstat(file, &info) != 0 || info.st_size < (off_t)sizeof(struct takt_shm_header)) {
    close(file);
    return ENOENT; /* it is just being made */
  }
  void* memory = mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int error = errno;
  close(file);
  if (memory == MAP_FAILED) return error;
  struct takt_shm_header* h = (struct takt_shm_header*)memory;
  s->header = h;
  s->size = (size_t)info.st_size;
  int result = 0;
  const uint32_t state = __atomic_load_n(&h->state, __ATOMIC_ACQUIRE);
  if (state != TAKT_SHM_OPEN) {
    result = ENOENT;
  } else {
    const uint64_t in = h->inputs_at, out = h->outputs_at;
    s->inputs = h->inputs;
    s->outputs = h->outputs;
    if (h->magic != TAKT_SHM_MAGIC || h->version != TAKT_SHM_VERSION || h->size != s->size ||
        in % 8 != 0 || out % 8 != 0 || in + takt_shm_area_size(s->inputs) > s->size ||
        out + takt_shm_area_size(s->outputs) > s->size ||
        (uint64_t)h->text_at + h->text_size > s->size)
      result = EPROTO;
    s->in = (struct takt_shm_area*)((char*)memory + in);
    s->out = (struct takt_shm_area*)((char*)memory + out);
    s->of = h->session;
  }
  if (result == 0) { /* one controller at a time; a dead one may be replaced */
    int32_t owner = __atomic_load_n(&h->controller, __ATOMIC_ACQUIRE);
    const int32_t self = (int32_t)getpid();
    if ((owner > 0 && owner != self && (kill(owner, 0) == 0 || errno != ESRCH)) ||
        !__atomic_compare_exchange_n(&h->controller, &owner, self, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
      result = EBUSY;
  }
  if (result != 0) {
    munmap(memory, s->size);
    s->header = NULL;
    return result;
  }
  s->session = (uint32_t)takt_now_ns() ^ (uint32_t)getpid() << 16;
  return 0;
}

/* True if Takt has closed the segment or was restarted: detach, then attach again. (If Takt was
 * killed, the segment stays open, and the next run of Takt takes it over.) */
static inline int takt_shm_gone(const struct takt_shm* s) {
  return __atomic_load_n(&s->header->state, __ATOMIC_ACQUIRE) != TAKT_SHM_OPEN ||
         s->header->session != s->of;
}

/* Reads the newest outputs: 1 if they are new, else 0. Sets period and t of the frame. */
static inline int takt_shm_read(struct takt_shm* s, struct takt_frame* frame, double* values) {
  frame->kind = TAKT_OUTPUTS;
  frame->count = s->outputs;
  frame->names = s->header->output_names;
  for (int i = 0; i < 8; ++i) {
    const int got = takt_shm_get(s->out, &s->seen, frame, values);
    if (got >= 0) return got;
  }
  return 0;
}

/* Writes inputs that answer the outputs of `period` (-1: none) at model time t. */
static inline void takt_shm_write(struct takt_shm* s, int64_t period, double t,
                                  const double* values) {
  struct takt_frame frame;
  frame.kind = TAKT_INPUTS;
  frame.count = s->inputs;
  frame.names = s->header->input_names;
  frame.session = s->session;
  frame.sequence = ++s->sequence;
  frame.period = period;
  frame.sent_ns = takt_now_ns();
  frame.t = t;
  takt_shm_put(s->in, &frame, values);
}

/* ---- the loop of a controller ---------------------------------------------------------------- */

/* Sets the inputs from the outputs of a period at model time t. Inputs keep their last values. */
typedef void (*takt_law)(double t, const double* outputs, double* inputs, void* user);

enum { TAKT_MOST = (TAKT_PACKET - TAKT_HEADER) / 8 }; /* values of a controller, each way */
#define TAKT_SILENCE 1e9 /* ns: the end of Takt, once it has been heard */

/* Counts names separated by blanks, and computes their checksum. */
static inline int takt_words(const char* names, uint32_t* sum) {
  int count = 0;
  *sum = 0;
  for (names += strspn(names, " "); *names != 0; ++count) {
    const size_t length = strcspn(names, " ");
    *sum = takt_crc32c(takt_crc32c(*sum, names, length), "\n", 1);
    names += length;
    names += strspn(names, " ");
  }
  return count;
}

static inline long takt_control_udp(int port, int inputs, uint32_t input_names, int outputs,
                                    uint32_t output_names, takt_law law, void* user,
                                    double patience) {
  const int link = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in to;
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_port = htons((uint16_t)port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (link < 0 || connect(link, (struct sockaddr*)&to, sizeof to) != 0) return TAKT_NO_CHANNEL;
  struct takt_frame in, out;
  memset(&in, 0, sizeof in);
  in.kind = TAKT_INPUTS;
  in.count = (uint32_t)inputs;
  in.names = input_names;
  in.session = (uint32_t)takt_now_ns() ^ (uint32_t)getpid() << 16;
  in.period = -1;
  double answer[TAKT_MOST] = {0}, values[TAKT_MOST];
  unsigned char packet[TAKT_PACKET];
  long answered = 0;
  int64_t heard = takt_now_ns();
  for (int fresh = 1;;) {
    if (fresh || answered == 0) { /* before the first outputs perhaps nobody listens: try again */
      ++in.sequence;
      in.sent_ns = takt_now_ns();
      (void)!send(link, packet, takt_pack(packet, sizeof packet, &in, answer), 0);
      fresh = 0;
    }
    struct pollfd wait = {link, POLLIN, 0};
    if ((double)(takt_now_ns() - heard) > (answered > 0 ? TAKT_SILENCE : 1e9 * patience)) break;
    if (poll(&wait, 1, 20) <= 0) continue;
    const ssize_t n = recv(link, packet, sizeof packet, 0);
    if (n <= 0 && answered == 0) poll(NULL, 0, 20); /* refused: Takt is not there yet */
    if (n <= 0 || takt_unpack(packet, (size_t)n, &out, values, TAKT_MOST) != TAKT_OK ||
        out.kind != TAKT_OUTPUTS || out.count != (uint32_t)outputs || out.names != output_names)
      continue;
    heard = takt_now_ns();
    fresh = 1;
    if (out.period == in.period) continue; /* it came twice: the answer was lost */
    in.period = out.period;
    in.t = out.t;
    law(out.t, values, answer, user);
    ++answered;
  }
  close(link);
  return answered;
}

static inline long takt_control_shm(const char* name, int inputs, uint32_t input_names, int outputs,
                                    uint32_t output_names, takt_law law, void* user,
                                    double patience) {
  const struct timespec moment = {0, 100000};
  struct takt_shm s;
  struct takt_frame out;
  double answer[TAKT_MOST] = {0}, values[TAKT_MOST];
  long answered = 0;
  int64_t heard = takt_now_ns();
  while (takt_shm_attach(&s, name) != 0) {
    if ((double)(takt_now_ns() - heard) > 1e9 * patience) return 0;
    nanosleep(&moment, NULL);
  }
  if (s.inputs != (uint32_t)inputs || s.outputs != (uint32_t)outputs ||
      s.header->input_names != input_names || s.header->output_names != output_names)
    answered = TAKT_OTHER_MODEL;
  while (answered >= 0 && !takt_shm_gone(&s) &&
         (double)(takt_now_ns() - heard) < (answered > 0 ? TAKT_SILENCE : 1e9 * patience)) {
    if (takt_shm_read(&s, &out, values)) {
      heard = takt_now_ns();
      law(out.t, values, answer, user);
      takt_shm_write(&s, out.period, out.t, answer);
      ++answered;
    } else {
      nanosleep(&moment, NULL);
    }
  }
  takt_shm_detach(&s);
  return answered;
}

/* Answers every period of a model at `channel`, "udp:PORT" or "shm:NAME", until Takt ends:
 *
 *   static void law(double t, const double* out, double* in, void* user) {
 *     in[0] = 20 * (0.3 - out[0]) - 2 * out[1];
 *   }
 *   takt_control("udp:5005", "torque", "angle rate", law, NULL, 10);
 *
 * `inputs` and `outputs` are the names that `takt check MODEL` shows, in that order, separated by
 * blanks. Returns how many periods were answered; 0 if nothing of this model came within `patience`
 * seconds; TAKT_NO_CHANNEL, TAKT_TOO_MANY values, or TAKT_OTHER_MODEL. */
static inline long takt_control(const char* channel, const char* inputs, const char* outputs,
                                takt_law law, void* user, double patience) {
  uint32_t input_names, output_names;
  const int ins = takt_words(inputs, &input_names), outs = takt_words(outputs, &output_names);
  if (ins > TAKT_MOST || outs > TAKT_MOST) return TAKT_TOO_MANY;
  if (strncmp(channel, "shm:", 4) == 0 && channel[4] != 0)
    return takt_control_shm(channel + 4, ins, input_names, outs, output_names, law, user, patience);
  if (strncmp(channel, "udp:", 4) != 0) return TAKT_NO_CHANNEL;
  char* end;
  const long port = strtol(channel + 4, &end, 10);
  if (end == channel + 4 || *end != 0 || port <= 0 || port > 65535) return TAKT_NO_CHANNEL;
  return takt_control_udp((int)port, ins, input_names, outs, output_names, law, user, patience);
}

#endif /* attach */

#ifdef __cplusplus
}
#pragma GCC diagnostic pop
#endif
/* NOLINTEND(modernize-*) */
#endif /* TAKT_IO_H */
