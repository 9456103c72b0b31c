"""Packs a trained table into the shipped file: python export.py TRAINED VOCAB.json OUT.model VERSION [dimensions] [clip]

Layout, little endian: "DJMODEL1", u32 header length, header (JSON, padded with spaces to 4 bytes), then the body that the
header's sha256 covers: vocabulary (UTF-8 lines), traditional/simplified character pairs (UTF-8), zeros to 4 bytes,
one f32 scale per row, rows of 4-bit numbers (two to a byte, low half first, value + 8).
"""
import hashlib
import json
import sys

import numpy


def main(trained, vocab, out, version, dimensions="256", clip="0.8"):
    words = json.load(open(vocab))
    vocabulary, simplified = words["vocabulary"], words["simplified"]
    rows = numpy.concatenate([numpy.fromfile(f"{trained}/rows-{i}.i8", dtype=numpy.int8) for i in (0, 1)]).reshape(len(vocabulary), -1)
    table = rows.astype(numpy.float32) * numpy.fromfile(f"{trained}/scale.f32", "<f4")[:, None]
    # The dimensions are principal components: the first ones hold nearly everything, and the rest costs time in every search.
    table = table[:, : int(dimensions)]
    table /= numpy.sqrt((table**2).mean())
    step = numpy.abs(table).max(1) * float(clip) / 7
    small = numpy.clip(numpy.round(table / numpy.maximum(step, 1e-9)[:, None]), -7, 7)
    scale = (table * small).sum(1) / numpy.maximum((small * small).sum(1), 1e-9)
    nibbles = (small + 8).astype(numpy.uint8)
    packed = nibbles[:, 0::2] | (nibbles[:, 1::2] << 4)
    lines = "\n".join(vocabulary).encode()
    pairs = "".join(a + b for a, b in simplified.items()).encode()
    body = lines + pairs
    body += b"\0" * (-len(body) % 4)
    body += scale.astype("<f4").tobytes() + packed.tobytes()
    header = {
        "name": "dejima-bilingual", "version": version, "dimensions": table.shape[1], "rows": len(vocabulary), "bits": 4,
        "vocabularyBytes": len(lines), "simplifiedBytes": len(pairs), "sha256": hashlib.sha256(body).hexdigest(),
    }
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    with open(out, "wb") as file:
        file.write(b"DJMODEL1" + len(text).to_bytes(4, "little") + text + body)
    print(header, "bytes", 12 + len(text) + len(body))


if __name__ == "__main__":
    main(*sys.argv[1:])
