"""Writes data files of SPSS whose texts are in another encoding than UTF-8, which pyreadstat does not: see survey.py."""

import math
import struct

SYSMIS = -1.7976931348623157e308
LOWEST = struct.unpack("<d", struct.pack("<Q", 0xFFEFFFFFFFFFFFFE))[0]
NOTHING, BIAS = 252, 100
FORMATS = {"text": 1, "number": 5, "day": 20, "moment": 22}
WIDTHS = {"number": 8, "day": 11, "moment": 20}
MEASURES = {"nominal": 1, "ordinal": 2, "scale": 3}


class Variable:
    """A column: kind is text, number, day or moment; width is a text's, in bytes; missing are codes, or (lowest, highest, code or nothing)."""

    def __init__(self, short, name, kind, values, width=0, label="", levels=None, missing=(), measure=0):
        self.short, self.name, self.kind, self.values, self.width, self.label = short, name, kind, values, width, label
        self.levels, self.missing, self.measure = levels or {}, missing, measure


def write(path, variables, rows, codec, number, stated, order="<", compressed=False):
    """Writes the file: texts by Python's codec; the number of SPSS and the name that the file states, 0 and "" for none."""

    def ints(*list):
        return struct.pack(order + "%di" % len(list), *list)

    def double(x):
        return struct.pack(order + "d", x)

    def text(s, size):
        b = s.encode(codec)
        assert len(b) <= size, (s, size)
        return b.ljust(size)

    def segments(v):  # of a text: no one has more than 255 bytes
        n = max(1, -(-v.width // 252)) if v.width > 255 else 1
        return [255] * (n - 1) + [v.width - (n - 1) * 252]

    def extension(kind, size, data):
        return ints(7, kind, size, len(data) // size) + data

    out, index, at = [], {}, 1
    for v in variables:
        index[v.short] = at
        for s, width in enumerate(segments(v)) if v.kind == "text" else [(0, 0)]:
            form = FORMATS[v.kind] << 16 | (width or WIDTHS[v.kind]) << 8
            label = v.label.encode(codec) if s == 0 else b""
            few = [] if s else list(v.missing)
            out.append(ints(2, width, int(bool(label)), -len(few) if len(few) > 1 and v.kind == "number" else len(few), form, form))
            out.append(text(v.short if s == 0 else v.short[:5] + "%d" % s, 8))
            if label:
                out.append(ints(len(label)) + label + b"\0" * (-len(label) % 4))
            out += [text(m, 8) if v.kind == "text" else double(m) for m in few]
            out += [ints(2, -1, 0, 0, 0, 0) + b" " * 8] * (-(-width // 8) - 1)
            at += max(1, -(-width // 8))
    for v in variables:
        if v.levels:
            out.append(ints(3, len(v.levels)))
            for value, label in v.levels.items():
                b = label.encode(codec)
                out.append((text(value, 8) if v.kind == "text" else double(value)) + bytes([len(b)]) + b + b" " * (-(len(b) + 1) % 8))
            out.append(ints(4, 1, index[v.short]))
    out.append(extension(3, 4, ints(25, 0, 0, -1, 1, 1, 1 if order == ">" else 2, number)))
    out.append(extension(4, 8, double(SYSMIS) + double(-SYSMIS) + double(LOWEST)))
    shown = [(MEASURES.get(v.measure, 0), 8, 0) for v in variables for _ in (segments(v) if v.kind == "text" else [0])]
    out.append(extension(11, 4, ints(*[x for three in shown for x in three])))
    out.append(extension(13, 1, "\t".join(v.short + "=" + v.name for v in variables).encode(codec)))
    wide = b"".join(b"%s=%05d\0\t" % (v.short.encode(codec), v.width) for v in variables if v.width > 255)
    out += [extension(14, 1, wide)] if wide else []
    out += [extension(20, 1, stated.encode("ascii"))] if stated else []
    out.append(ints(999, 0))
    head = b"$FL2" + b"@(#) SPSS DATA FILE, of a test".ljust(60) + ints(2, at - 1, int(compressed), 0, rows) + double(BIAS)
    head += b"01 Jan 26" + b"00:00:00" + b" " * 64 + b"\0" * 3

    def elements(v, value):
        if v.kind != "text":
            return [SYSMIS if value is None or math.isnan(value) else value]
        b, parts = value.encode(codec), []
        assert len(b) <= v.width
        for width in segments(v):
            parts.append(b[:width].ljust(-(-width // 8) * 8))
            b = b[width:]
        whole = b"".join(parts)
        return [whole[i:i + 8] for i in range(0, len(whole), 8)]

    def code(x):
        if isinstance(x, bytes):
            return 254 if x == b" " * 8 else 253
        if x == SYSMIS:
            return 255
        return int(x) + BIAS if x == int(x) and 1 - BIAS <= x <= 251 - BIAS else 253

    with open(path, "wb") as f:
        f.write(head + b"".join(out))
        codes, stored = [], []
        for i in range(rows):
            for v in variables:
                for x in elements(v, v.values[i]):
                    b = x if isinstance(x, bytes) else double(x)
                    if not compressed:
                        stored.append(b)
                        continue
                    codes.append(code(x))
                    if codes[-1] == 253:
                        stored.append(b)
                    if len(codes) == 8:
                        f.write(bytes(codes) + b"".join(stored))
                        codes, stored = [], []
            if not compressed:
                f.write(b"".join(stored))
                stored = []
        if codes:
            f.write(bytes(codes + [NOTHING] * (8 - len(codes))) + b"".join(stored))
