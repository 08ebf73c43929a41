"""Talks to `takt realtime --io …` and `takt run --io lockstep:…` from Python, without any library.

    import takt_io

    for out in takt_io.control("udp:5005", inputs=["torque"], outputs=["angle", "rate"]):
        out.answer(torque=20 * (0.3 - out["angle"]) - 2 * out["rate"])

`inputs` and `outputs` are the names that `takt check MODEL` shows, in that order. The loop ends when Takt
does; it raises NobodyThere if nothing of this model comes within `patience` seconds. takt/realtime/takt_io.h
has the layouts and the same for C.
"""
import mmap
import os
import select
import socket
import struct
import time

HEADER = struct.Struct("<4sBBHIIQqqdII")  # of a packet
SHM = struct.Struct("=IIQIIIIIIIIIiQi")   # header of the shared memory
SLOT = struct.Struct("=QqqdQ")            # of an area, after its guard
SILENCE = 1.0  # s: the end of Takt, once it has been heard


class NobodyThere(Exception):
    """Nothing of this model came in time."""


class Outputs(dict):
    """The outputs of a period by name; `t` is the model time, `period` its number."""

    def __init__(self, names, values, period, t, answer):
        super().__init__(zip(names, values))
        self.period, self.t, self._answer = period, t, answer

    def answer(self, *values, **named):
        """Sends the inputs, by name or in their order."""
        self._answer(values, named)


def control(channel, inputs, outputs, start=None, patience=10.0):
    """Yields the outputs of each period from `udp:PORT` or `shm:NAME`. `start`: inputs until the first outputs."""
    kind, _, place = channel.partition(":")
    if kind == "udp" and place.isdecimal() and 0 < int(place) < 65536:
        link = _Udp(int(place), inputs, outputs)
    elif kind == "shm" and place:
        link = _Shm(place, inputs, outputs, patience)
    else:
        raise ValueError(f"'{channel}' is neither udp:PORT nor shm:NAME")
    values = list(start) if start is not None else [0.0] * len(inputs)
    last, heard = None, time.monotonic()
    with link:
        link.send(-1, 0.0, values)
        while True:
            got = link.receive(0.02)
            now = time.monotonic()
            if got is None:
                if link.closed() or now - heard > (SILENCE if last is not None else patience):
                    break
                if last is None:
                    link.send(-1, 0.0, values)  # perhaps Takt was not there yet
                continue
            heard = now
            period, t, out = got
            if period == last:  # it came twice: the answer was lost
                link.send(period, t, values)
                continue
            last = period

            def answer(given, named, period=period, t=t):
                nonlocal values
                if given and len(given) != len(inputs):
                    raise ValueError(f"{len(given)} values for {len(inputs)} inputs: {', '.join(inputs)}")
                fresh = [float(x) for x in given] if given else list(values)
                for name, x in named.items():
                    if name not in inputs:
                        raise ValueError(f"there is no input '{name}': {', '.join(inputs)}")
                    fresh[inputs.index(name)] = float(x)
                values = fresh
                link.send(period, t, values)

            yield Outputs(outputs, out, period, t, answer)
    if last is None:
        raise NobodyThere(f"nothing of this model came from {channel} within {patience:g} s: does Takt run there?")


def _crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_CRC_TABLE = _crc_table()


def crc32c(data, crc=0):
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC_TABLE[(crc ^ byte) & 255]
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


class _Udp:
    def __init__(self, port, inputs, outputs):
        self.names_in, self.names_out = checksum(inputs), checksum(outputs)
        self.session, self.sequence = int.from_bytes(os.urandom(4), "little"), 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect(("127.0.0.1", port))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def closed(self):
        return False

    def send(self, period, t, values):
        self.sequence += 1
        try:
            self.socket.send(pack(1, self.names_in, self.session, self.sequence, period, t, values))
        except ConnectionRefusedError:
            pass  # nobody listens yet

    def receive(self, seconds):
        if not select.select([self.socket], [], [], seconds)[0]:
            return None
        try:
            return unpack(self.socket.recv(65535), 2, self.names_out)
        except ConnectionRefusedError:
            time.sleep(seconds)
            return None


class _Area:
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


class _Shm:
    # On x86 stores become visible in the order in which they are made, which is all this needs.
    def __init__(self, name, inputs, outputs, patience):
        begun, header = time.monotonic(), None
        while header is None or header[11] != 1:  # until Takt has opened it
            if time.monotonic() - begun > patience:
                raise NobodyThere(f"nobody opened shm:{name} within {patience:g} s: does Takt run there?")
            time.sleep(0.001)
            try:
                with open("/dev/shm/" + name, "r+b") as file:
                    self.memory = mmap.mmap(file.fileno(), 0)
            except (FileNotFoundError, ValueError):
                continue
            header = SHM.unpack_from(self.memory)
        count_in, count_out, names_in, names_out, in_at, out_at = header[3:9]
        if (names_in, names_out) != (checksum(inputs), checksum(outputs)):
            raise NobodyThere(f"shm:{name} belongs to another model")
        struct.pack_into("=i", self.memory, 64, os.getpid())
        self.source, self.sink = _Area(self.memory, out_at, count_out), _Area(self.memory, in_at, count_in)
        self.session, self.sequence, self.seen = int.from_bytes(os.urandom(4), "little"), 0, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        struct.pack_into("=i", self.memory, 64, 0)

    def closed(self):
        return struct.unpack_from("=I", self.memory, 48)[0] != 1

    def send(self, period, t, values):
        if period < 0:
            return  # what stands there at the start is the model's own
        self.sequence += 1
        self.sink.write(self.session, self.sequence, period, t, values)

    def receive(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            n = self.source.newest()
            got = self.source.read(n) if n != self.seen else None
            if got is not None:
                self.seen = n
                return got
            if self.closed():
                return None
            time.sleep(0.0001)
        return None
