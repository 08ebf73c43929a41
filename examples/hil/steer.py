#!/usr/bin/env python3
"""A steering controller for steered-iltis.yaml in Python, without any library: holds a lane.

  takt realtime examples/hil/steered-iltis.yaml --io udp:5005     in one terminal
  python3 examples/hil/steer.py udp:5005                          in another

or both with shm:NAME. The same as steer.c; takt/realtime/takt_io.h has the layouts.
"""
import math
import mmap
import os
import select
import socket
import struct
import sys
import time

INPUTS = ["wheel"]
OUTPUTS = ["x", "y", "z", "roll", "pitch", "yaw", "tyre_fl", "tyre_fr", "tyre_rl", "tyre_rr", "az",
           "speed", "yaw_rate"]
X, Y, YAW, SPEED = (OUTPUTS.index(name) for name in ("x", "y", "yaw", "speed"))

HEADER = struct.Struct("<4sBBHIIQqqdII")  # of a packet
SHM = struct.Struct("=IIQIIIIIIIIIiQi")   # header of the shared memory
SLOT = struct.Struct("=QqqdQ")            # of an area, after its guard


def crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


CRC_TABLE = crc_table()


def crc32c(data, crc=0):
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


def checksum(names):
    return crc32c("".join(name + "\n" for name in names).encode())


def pack(kind, names, session, sequence, period, t, values):
    values = struct.pack(f"<{len(values)}d", *values)
    head = [b"TAKT", 1, kind, len(values) // 8, names, session, sequence, period,
            time.monotonic_ns(), t, 0, 0]
    head[-1] = crc32c(HEADER.pack(*head) + values)
    return HEADER.pack(*head) + values


def unpack(packet, kind, names):
    """Period, model time and values; None when the packet is not what we expect."""
    if len(packet) < HEADER.size:
        return None
    magic, version, its_kind, count, its_names, _, _, period, _, t, _, crc = HEADER.unpack_from(packet)
    if (magic, version, its_kind, its_names) != (b"TAKT", 1, kind, names):
        return None
    if len(packet) != HEADER.size + 8 * count or crc != crc32c(packet[:52] + bytes(4) + packet[56:]):
        return None
    return period, t, struct.unpack_from(f"<{count}d", packet, HEADER.size)


class Lane:
    """3.5 m to the left between x = 40 m and 80 m, held by pure pursuit."""

    start = [0.0]  # until the first outputs arrive

    def __init__(self):
        self.answered, self.farthest, self.offset = 0, 0.0, 0.0

    @staticmethod
    def middle(x):
        s = min(max((x - 40) / 40, 0), 1)
        return 3.5 * s * s * s * (10 - 15 * s + 6 * s * s)

    def steer(self, out):
        ahead = max(4, 0.5 * out[SPEED])
        c, s = math.cos(out[YAW]), math.sin(out[YAW])
        there = self.middle(out[X] + ahead * c) - (out[Y] + ahead * s)
        angle = 2.017 * 2 * there * c / (ahead * ahead)
        self.offset = out[Y] - self.middle(out[X])
        self.farthest = max(self.farthest, abs(self.offset))
        self.answered += 1
        return [-0.14 * angle]


def over_udp(port, patience, lane):
    names_in, names_out = checksum(INPUTS), checksum(OUTPUTS)
    session, sequence = int.from_bytes(os.urandom(4), "little"), 0
    period, t, rack = -1, 0.0, lane.start
    heard = time.monotonic()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.connect(("127.0.0.1", port))
        while True:
            sequence += 1
            try:
                s.send(pack(1, names_in, session, sequence, period, t, rack))
            except ConnectionRefusedError:
                pass  # nobody listens yet: try again below
            got = None
            while got is None:
                if time.monotonic() - heard > (1 if lane.answered else patience):
                    return
                if not select.select([s], [], [], 0.02)[0]:
                    if lane.answered == 0:
                        break  # send again
                    continue
                try:
                    got = unpack(s.recv(65535), 2, names_out)
                except ConnectionRefusedError:
                    continue
            if got is None:
                continue
            heard = time.monotonic()
            period, t, out = got
            rack = lane.steer(out)


class Area:
    """Four slots in turn: frame n is in slot n % 4, whole when its guard is 2 n + 2."""

    def __init__(self, memory, at, count):
        self.memory, self.at, self.count = memory, at, count
        self.stride = (64 + 8 * count + 63) // 64 * 64

    def slot(self, n):
        return self.at + 64 + n % 4 * self.stride

    def word(self, at):
        return struct.unpack_from("=Q", self.memory, at)[0]

    def newest(self):
        return self.word(self.at)

    def read(self, n):
        at = self.slot(n)
        if self.word(at) != 2 * n + 2:
            return None
        head = SLOT.unpack_from(self.memory, at + 8)
        values = struct.unpack_from(f"={self.count}d", self.memory, at + 64)
        return (head[1], head[3], values) if self.word(at) == 2 * n + 2 else None

    def write(self, session, sequence, period, t, values):
        n = self.newest() + 1
        at = self.slot(n)
        struct.pack_into("=Q", self.memory, at, 2 * n + 1)
        SLOT.pack_into(self.memory, at + 8, sequence, period, time.monotonic_ns(), t, session)
        struct.pack_into(f"={self.count}d", self.memory, at + 64, *values)
        struct.pack_into("=Q", self.memory, at, 2 * n + 2)
        struct.pack_into("=Q", self.memory, self.at, n)


def over_shm(name, patience, lane):
    heard = time.monotonic()
    header = None
    while header is None or header[11] != 1:  # until Takt has opened it
        if time.monotonic() - heard > patience:
            return
        time.sleep(0.001)
        try:
            with open("/dev/shm/" + name, "r+b") as file:
                memory = mmap.mmap(file.fileno(), 0)
        except (FileNotFoundError, ValueError):
            continue
        header = SHM.unpack_from(memory)
    # On x86 stores become visible in the order in which they are made, which is all this needs.
    inputs, outputs, names_in, names_out, in_at, out_at = header[3:9]
    if (names_in, names_out) != (checksum(INPUTS), checksum(OUTPUTS)):
        sys.exit(f"steer.py: '{name}' belongs to another model")
    struct.pack_into("=i", memory, 64, os.getpid())
    source, sink = Area(memory, out_at, outputs), Area(memory, in_at, inputs)
    session, sequence, seen = int.from_bytes(os.urandom(4), "little"), 0, 0
    while time.monotonic() - heard < (1 if lane.answered else patience):
        if struct.unpack_from("=I", memory, 48)[0] != 1:
            break  # closed
        n = source.newest()
        got = source.read(n) if n != seen else None
        if got is None:
            time.sleep(0.0001)
            continue
        seen, heard = n, time.monotonic()
        period, t, out = got
        sequence += 1
        sink.write(session, sequence, period, t, lane.steer(out))
    struct.pack_into("=i", memory, 64, 0)


def is_port(text):
    return text.isdecimal() and 0 < int(text) < 65536


def main():
    channel = sys.argv[1] if len(sys.argv) > 1 else ""
    kind, _, place = channel.partition(":")
    patience = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    lane = Lane()
    if kind == "udp" and is_port(place):
        over_udp(int(place), patience, lane)
    elif kind == "shm":
        over_shm(place, patience, lane)
    else:
        sys.exit("usage: steer.py udp:PORT|shm:NAME [SECONDS TO WAIT]")
    if lane.answered == 0:
        sys.exit(f"steer.py: nothing of this model came from {channel} within {patience:g} s: "
                 "does Takt run there?")
    print(f"answered {lane.answered}, farthest {lane.farthest:.3f} m from the lane, "
          f"{abs(lane.offset):.3f} m at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
