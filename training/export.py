"""Packs a trained table into the shipped file: python export.py TRAINED VOCAB.json OUT.model VERSION

Layout, little endian: "DJMODEL2", u32 header length, header (JSON, padded with spaces to 4 bytes), then the body that the
header's sha256 covers: vocabulary (UTF-8 lines), traditional/simplified character pairs (UTF-8), zeros to 4 bytes,
one f32 scale per row, one f32 scale per key, the gate's projection (f32, a line per dimension),
then rows and keys as 4-bit numbers (two to a byte, low half first, value + 8).
"""
import hashlib
import json
import sys

import numpy


def pack(table, clip):
    """(scale of each row, its 4-bit numbers)"""
    step = numpy.abs(table).max(1) * clip / 7
    small = numpy.clip(numpy.round(table / numpy.maximum(step, 1e-9)[:, None]), -7, 7)
    scale = (table * small).sum(1) / numpy.maximum((small * small).sum(1), 1e-9)
    nibbles = (small + 8).astype(numpy.uint8)
    return scale.astype("<f4").tobytes(), (nibbles[:, 0::2] | (nibbles[:, 1::2] << 4)).tobytes()


def main(trained, vocab, out, version):
    words = json.load(open(vocab))
    vocabulary, simplified = words["vocabulary"], words["simplified"]
    options = json.load(open(f"{trained}/options.json"))
    rows = numpy.concatenate([numpy.fromfile(f"{trained}/rows-{i}.i8", dtype=numpy.int8) for i in (0, 1)]).reshape(len(vocabulary), -1)
    table = rows.astype(numpy.float32) * numpy.fromfile(f"{trained}/scale.f32", "<f4")[:, None]
    table /= numpy.sqrt((table**2).mean())
    keys = numpy.fromfile(f"{trained}/keys.f16", "<f2").reshape(len(vocabulary), -1).astype(numpy.float32)
    projection = numpy.fromfile(f"{trained}/projection.f32", "<f4")
    (scales, packed), (key_scales, packed_keys) = pack(table, 0.8), pack(keys, 0.85)
    lines = "\n".join(vocabulary).encode()
    pairs = "".join(a + b for a, b in simplified.items()).encode()
    body = lines + pairs
    body += b"\0" * (-len(body) % 4)
    body += scales + key_scales + projection.tobytes() + packed + packed_keys
    header = {
        "name": "dejima-bilingual", "version": version, "dimensions": options["width"], "inner": options["inner"], "rows": len(vocabulary), "bits": 4,
        "vocabularyBytes": len(lines), "simplifiedBytes": len(pairs), "sha256": hashlib.sha256(body).hexdigest(),
    }
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    with open(out, "wb") as file:
        file.write(b"DJMODEL2" + len(text).to_bytes(4, "little") + text + body)
    print(header, "bytes", 12 + len(text) + len(body))


if __name__ == "__main__":
    main(*sys.argv[1:])
