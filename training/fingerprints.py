"""Hashes of every training line, so that a test can tell whether a line of a test set was among them, without the text.

python fingerprints.py CORPUS.jsonl.gz OUT [BEFORE]
BEFORE is a file of hashes that stay: those of the lines that an earlier step was trained with.
The first 40 bits of the SHA-256 of the folded line, sorted, as differences in base-128 numbers (low bits first).
"""
import gzip
import hashlib
import json
import sys
import unicodedata


def fold(text):
    return "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())


def read(path):
    value = gap = shift = 0
    for byte in open(path, "rb").read():
        gap |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            value += gap
            yield value
            gap = shift = 0


def main(corpus, out, before=None):
    seen = set(read(before)) if before else set()
    for line in gzip.open(corpus, "rt", encoding="utf-8"):
        row = json.loads(line)
        for text in [row.get(k, "") for k in ("en", "zh", "query", "document", "text")] + row.get("hard", []):
            folded = fold(text)
            if len(folded) >= 6:
                seen.add(int.from_bytes(hashlib.sha256(folded.encode()).digest()[:5], "big"))
    data, last = bytearray(), 0
    for value in sorted(seen):
        gap, last = value - last, value
        while gap >= 128:
            data.append(gap & 127 | 128)
            gap >>= 7
        data.append(gap)
    open(out, "wb").write(bytes(data))
    print(len(seen), "lines", len(data), "bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
