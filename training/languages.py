"""Adds words of other languages to a finished table: python languages.py PAIRS.jsonl.gz WRITTEN.txt IN.model OUT.model VERSION SETS

Every row that is there stays as it is, so English and Chinese vectors hardly change. The rows of new words are found by least squares,
so that the sum of a text comes near the vector of its English side. PAIRS is made by languages_corpus.py ("-" for none: written texts and
verbs alone), WRITTEN is written-languages.txt, SETS the folder of the test sets.
"""
import collections
import gzip
import hashlib
import json
import sys
import time

import numpy
import scipy.sparse

import build_corpus
import export
import spanish_verbs
import tokens

ROWS = {"es": 11000, "de": 6500, "fr": 6500, "ru": 9000, "ja": 6000, "ko": 7500, "zh-TW": 1500}
WRITTEN_WEIGHT, LEAST = 25, 3
ROUNDS, RIDGE = 20, 0.1
# New rows are made longer, so that their words count among others as known words do.
LENGTHEN = 2
LANGUAGES = ["es", "de", "fr", "ja", "ko", "ru"]


def read_model(path):
    data = open(path, "rb").read()
    length = int.from_bytes(data[8:12], "little")
    header = json.loads(data[12 : 12 + length])
    body = data[12 + length :]
    lines = body[: header["vocabularyBytes"]].decode().split("\n")
    text_end = header["vocabularyBytes"] + header["simplifiedBytes"]
    pairs = list(body[header["vocabularyBytes"] : text_end].decode())
    at = text_end + (-text_end % 4)
    rows, width, inner = header["rows"], header["dimensions"], header["inner"]
    floats = numpy.frombuffer(body, "<f4", 2 * rows + width * inner, at)
    at += 4 * len(floats)
    packed = numpy.frombuffer(body, numpy.uint8, rows * width // 2, at).reshape(rows, -1)
    keys = numpy.frombuffer(body, numpy.uint8, rows * inner // 2, at + packed.size).reshape(rows, -1)
    unpack = lambda p, scale: numpy.stack([(p & 15).astype(numpy.float32) - 8, (p >> 4).astype(numpy.float32) - 8], 2).reshape(len(p), -1) * scale[:, None]
    return dict(
        header=header, vocabulary=lines, simplified=dict(zip(pairs[0::2], pairs[1::2])), floats=floats, packed=packed, packed_keys=keys,
        table=unpack(packed, floats[:rows]), keys=unpack(keys, floats[rows : 2 * rows]), projection=floats[2 * rows :].reshape(width, inner),
    )


def main(pairs_path, written, model_path, out, version, sets):
    began = time.time()
    say = lambda *a: print(f"[{time.time() - began:5.0f}s]", *a, flush=True)
    model = read_model(model_path)
    known = {w: i for i, w in enumerate(model["vocabulary"])}
    # No line of a test set is learnt from.
    kept_out, _ = build_corpus.kept_out(sets)
    rows = [] if pairs_path == "-" else [json.loads(line) for line in gzip.open(pairs_path, "rt", encoding="utf-8")]
    rows = [r for r in rows if not {build_corpus.fold(r["en"]), build_corpus.fold(r["text"])} & kept_out]
    pairs = [(r["language"], r["en"], r["text"], 0.4 if r["source"] == "tldr-pages/tldr" else 1.0) for r in rows]
    for line in open(written, encoding="utf-8"):
        fields = [f.strip() for f in line.rstrip("\n").split("|")]
        if not line.startswith("#") and len(fields) == 7:
            pairs += [(language, fields[0], text, float(WRITTEN_WEIGHT)) for language, text in zip(LANGUAGES, fields[1:])]
    verbs = list(spanish_verbs.read())
    pairs += [("es", english, form, 1.0) for form, english in verbs]
    # The vocabulary: what occurs often enough in each language and is not known yet.
    counts = collections.defaultdict(collections.Counter)
    for language, _, text, weight in pairs:
        for candidate in tokens.candidates(tokens.normalize(text, model["simplified"])):
            if candidate not in known:
                counts[language][candidate] += max(1, int(weight))
    for form, _ in verbs:
        word = tokens.normalize(form, model["simplified"])
        if word not in known:
            counts["es"][word] += LEAST
    added = list(dict.fromkeys(w for language, most in ROWS.items() for w, n in counts[language].most_common(most) if n >= LEAST))
    vocabulary = [*model["vocabulary"], *added]
    say("pairs", len(pairs), "new rows", len(added))
    row = {w: i for i, w in enumerate(vocabulary)}

    def bags(texts, among):
        """Texts by rows, how often each row is in each text."""
        found = [[row[f] for f in tokens.features(t, among, model["simplified"])][:120] for t in texts]
        start = numpy.cumsum([0, *map(len, found)])
        flat = numpy.fromiter((r for f in found for r in f), dtype=numpy.int32)
        return scipy.sparse.csr_matrix((numpy.ones(len(flat), numpy.float32), flat, start), shape=(len(texts), len(vocabulary)))

    english = sorted({e for _, e, _, _ in pairs})
    place = {e: i for i, e in enumerate(english)}
    old = model["table"]
    asked = bags(english, known)[:, : len(known)]
    plain = asked @ old
    length = numpy.linalg.norm(plain, axis=1)
    target = plain
    for start in range(0, len(english), 4096):
        part = asked[start : start + 4096].tocoo()
        around = (plain[start : start + 4096] / numpy.maximum(length[start : start + 4096], 1e-6)[:, None]) @ model["projection"]
        weight = numpy.exp(numpy.clip((model["keys"][part.col] * around[part.row]).sum(1), -3, 3))
        gated = scipy.sparse.csr_matrix((part.data * weight, (part.row, part.col)), shape=part.shape) @ old
        target[start : start + 4096] = gated * (length[start : start + 4096] / numpy.maximum(numpy.linalg.norm(gated, axis=1), 1e-6))[:, None]
    say("English sides read", len(english))
    all_rows = bags([t for _, _, t, _ in pairs], row)
    index = numpy.array([place[e] for _, e, _, _ in pairs])
    new = all_rows[:, len(known) :]
    keep = (length[index] > 0) & (new.sum(1).A1 > 0)
    # Each text counts the same however long its vector is.
    weight = numpy.sqrt(numpy.array([p[3] for p in pairs]))[keep] / length[index][keep]
    scaled = (scipy.sparse.diags(weight.astype(numpy.float32)) @ new[keep]).tocsr()
    wanted = (target[index][keep] - all_rows[keep][:, : len(known)] @ old) * weight[:, None].astype(numpy.float32)
    say("rows of other languages read", scaled.shape, scaled.nnz)
    fresh, used = least_squares(scaled, wanted.astype(numpy.float32), say)
    made = all_rows @ numpy.concatenate([old, fresh])
    made = (made * target[index]).sum(1) / numpy.maximum(numpy.linalg.norm(made, axis=1) * numpy.linalg.norm(target[index], axis=1), 1e-6)
    for language in ROWS:
        say(language, "cosine", round(float(made[[i for i, p in enumerate(pairs) if p[0] == language]].mean()), 3))
    say("length of rows: known", numpy.median(numpy.linalg.norm(old, axis=1)), "new", numpy.median(numpy.linalg.norm(fresh, axis=1)))
    # A beginning of words that all have rows of their own is never read.
    kept = [*model["vocabulary"], *(w for w, is_used in zip(added, used) if is_used)]
    write(model, kept, LENGTHEN * fresh[used], out, version)


def least_squares(matrix, wanted, say):
    """Ridge regression by conjugate gradients, all dimensions at once."""
    turned = matrix.T.tocsr()
    ridge = RIDGE * float(matrix.multiply(matrix).sum() / matrix.shape[1])
    found = numpy.zeros((matrix.shape[1], wanted.shape[1]), numpy.float32)
    left = turned @ wanted
    toward, size = left.copy(), (left * left).sum(0)
    for round_ in range(ROUNDS):
        image = turned @ (matrix @ toward) + ridge * toward
        step = size / numpy.maximum((toward * image).sum(0), 1e-12)
        found += step * toward
        left -= step * image
        now = (left * left).sum(0)
        toward = left + (now / numpy.maximum(size, 1e-12)) * toward
        size = now
        if round_ % 5 == 4:
            say("round", round_ + 1, "left", float(size.sum()))
    # Rare words are held back most; they get their length again.
    held = matrix.multiply(matrix).sum(0).A1
    return found * ((held + ridge) / numpy.maximum(held, 1e-9))[:, None].astype(numpy.float32), held > 0


def write(model, vocabulary, fresh, out, version):
    header, rows = model["header"], model["header"]["rows"]
    scales, packed = export.pack(fresh, 0.8)
    inner = header["inner"]
    lines = "\n".join(vocabulary).encode()
    pairs = "".join(a + b for a, b in model["simplified"].items()).encode()
    body = lines + pairs
    body += b"\0" * (-len(body) % 4)
    floats = model["floats"]
    no_keys = numpy.zeros(len(fresh), "<f4").tobytes()
    body += floats[:rows].tobytes() + scales + floats[rows : 2 * rows].tobytes() + no_keys + floats[2 * rows :].tobytes()
    body += model["packed"].tobytes() + packed + model["packed_keys"].tobytes() + bytes([0x88]) * (len(fresh) * inner // 2)
    header = {**header, "version": version, "rows": len(vocabulary), "vocabularyBytes": len(lines), "simplifiedBytes": len(pairs), "sha256": hashlib.sha256(body).hexdigest()}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    with open(out, "wb") as file:
        file.write(b"DJMODEL2" + len(text).to_bytes(4, "little") + text + body)
    print(header, "bytes", 12 + len(text) + len(body))


if __name__ == "__main__":
    main(*sys.argv[1:])
