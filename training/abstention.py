"""Learns when a catalogue does not serve a request: python training/abstention.py FEATURES.json, made by abstention-features.ts

Two logistic regressions. The first tells requests that tools serve from talk by the request's vector alone. The second takes its
answer, how near the nearest request of the talk comes, and what the search knows of the best hit. Both are tried by cross-validation
in five parts: what is printed, and where abstention begins, comes from requests that were not learnt from. Writes
src/retrieval/served-requests.ts.
"""
import base64
import json
import re
import sys
import zlib
from collections import Counter
from pathlib import Path

import numpy

TARGET = Path(__file__).parent.parent / "src/retrieval/served-requests.ts"
PARTS = 5
# The share of the talk that may pass: among the built-in tools, and in catalogues without example requests.
PASSES = {"built-ins": 0.105, "others": 0.087}
SMOOTHING = (0.1, 0.001)
# What each kind of request counts: talk, abilities that are absent, requests whose tools are in another part of the set.
KINDS = {"served": 1, "talk": 0.7, "absent": 0.15, "elsewhere": 0.1}
# The built-in tools are the catalogue that everyone has.
BUILTINS = 4
MOST_ENTRIES = 5000
SMALL = numpy.log(100)
NAMES = ["talk", "meaning", "example", "hasExample", "words", "asked", "described", "short", "shortWords", "shortAsked", "shortNear", "entries", "few", "ahead", "nearTalk", "nearer", "veryNearTalk", "exampleScore", "exampleNamed"]


def regression(features, labels, weights, smoothing, rounds=10):
    mean, spread = features.mean(0), features.std(0) + 1e-9
    scaled = numpy.c_[(features - mean) / spread, numpy.ones(len(features))]
    penalty = smoothing * weights.sum() * numpy.r_[numpy.ones(features.shape[1]), 1e-6]
    found = numpy.zeros(scaled.shape[1])
    for _ in range(rounds):
        guess = 1 / (1 + numpy.exp(-numpy.clip(scaled @ found, -30, 30)))
        slope = scaled.T @ (weights * (guess - labels)) + penalty * found
        curve = (scaled * (weights * guess * (1 - guess))[:, None]).T @ scaled + numpy.diag(penalty)
        found -= numpy.linalg.solve(curve + 1e-9 * numpy.eye(len(found)), slope)
    direction = found[:-1] / spread
    return direction, found[-1] - (mean * direction).sum()


def part_of(text):
    return zlib.crc32(text.encode()) % PARTS


def learn_sound(heard, vectors, left_out=None):
    """heard: (text, 1 for a request that tools serve, group). Every group of a side counts the same."""
    heard = [h for h in heard if part_of(h[0]) != left_out]
    size = Counter(group for _, _, group in heard)
    groups = {label: {g for _, l, g in heard if l == label} for label in (0, 1)}
    weights = numpy.array([1 / size[group] / len(groups[label]) for _, label, group in heard])
    return regression(numpy.array([vectors[t] for t, _, _ in heard]), numpy.array([float(l) for _, l, _ in heard]), weights, SMOOTHING[0])


def row_features(row, talk, near_talk):
    short = 1 / (1 + row["length"])
    entries = numpy.log(min(row["entries"], MOST_ENTRIES))
    example, meaning = max(row["example"], 0), row["meaning"]
    near = max(example, meaning)
    return [
        talk, meaning, max(0, example - meaning), float(example > 0), row["words"], row["asked"], row["described"], short, short * row["words"], short * row["asked"], short * near,
        entries, max(0, SMALL - entries), min(row["behind"], 1), near_talk, near - near_talk, max(0, near_talk - 0.6),
        row["score"] * (example > 0), row["named"] * (example > 0),
    ]


def main(path):
    data = json.load(open(path))
    vectors = {text: numpy.array(vector, dtype=numpy.float32) for text, vector in data["vectors"].items()}
    rows = [row for row in data["rows"] if not row["certain"]]
    heard = [(t, 1, g) for t, g in {row["text"]: row["set"].split(",")[0] for row in rows if row["kind"] == "served"}.items()]
    talk = sorted({row["text"] for row in rows if row["kind"] == "talk"})
    heard += [(text, 0, "talk") for text in talk]
    heard += [(s["text"], 0 if s["talk"] else 1, "sounds") for s in data["sounds"]]
    texts = sorted({row["text"] for row in rows})
    matrix = numpy.array([vectors[t] for t in talk])
    places = numpy.array([part_of(t) for t in talk])

    sound, near = {}, {}
    learnt = [learn_sound(heard, vectors, part) for part in range(PARTS)]
    for text in texts:
        direction, bias = learnt[part_of(text)]
        sound[text] = float(vectors[text] @ direction + bias)
        near[text] = float(numpy.where(places == part_of(text), -1, matrix @ vectors[text]).max())
    direction, bias = learn_sound(heard, vectors)
    step = numpy.abs(direction).max() / 127
    numbers = numpy.round(direction / step).astype(numpy.int8)

    features = numpy.array([row_features(row, sound[row["text"]], near[row["text"]]) for row in rows])
    labels = numpy.array([float(row["kind"] == "served") for row in rows])
    weights = numpy.zeros(len(rows))
    groups = {}
    for at, row in enumerate(rows):
        groups.setdefault((row["set"], row["kind"]), []).append(at)
    for (name, kind), chosen in groups.items():
        # Those count more whose tools would be lost.
        each = numpy.array([0.15 + rows[at]["ndcg"] if kind == "served" else 1.0 for at in chosen])
        weights[chosen] = KINDS[kind] * each / each.sum() * (BUILTINS if name.startswith("built-ins") else 1)
    parts = numpy.array([part_of(row["text"]) for row in rows])
    sums = numpy.zeros(len(rows))
    for part in range(PARTS):
        found, always = regression(features[parts != part], labels[parts != part], weights[parts != part], SMOOTHING[1])
        sums[parts == part] = features[parts == part] @ found + always
    found, always = regression(features, labels, weights, SMOOTHING[1])
    # Where abstention begins: with examples by the built-in tools' talk; without, a line over the sizes of the catalogues.
    with_examples = features[:, NAMES.index("hasExample")] > 0
    sizes = features[:, NAMES.index("entries")]
    quiet = numpy.array([row["kind"] in ("talk", "absent") for row in rows])
    catalogues = {name: numpy.array([row["set"] == name for row in rows]) for name in {row["set"] for row in rows}}
    quantiles = [(sizes[chosen].mean(), numpy.quantile(sums[quiet & chosen], 1 - PASSES["others"])) for name, chosen in catalogues.items() if not name.startswith("built-ins")]
    slope, start = numpy.polyfit(*zip(*quantiles), 1)
    is_builtin = numpy.array([row["set"].startswith("built-ins") for row in rows])
    own = numpy.quantile((sums - slope * sizes)[quiet & is_builtin & with_examples], 1 - PASSES["built-ins"])
    found[NAMES.index("entries")] -= slope
    always -= start
    found[NAMES.index("hasExample")] -= own - start
    sums -= slope * sizes + numpy.where(with_examples, own, start)
    write(data["embedder"], (numbers, step, bias), [*zip(NAMES, found), ("always", always)], talk)
    print(f"moved by {start:.2f} + {slope:.2f} x log of the size, {own:.2f} with examples")
    report(rows, labels, sums)


def report(rows, labels, sums):
    sizes = sorted({row["set"].split(", ")[1] for row in rows if "," in row["set"]}, key=int)
    chosen = [(name, lambda row, name=name: row["set"] == name) for name in sorted({row["set"] for row in rows if "," not in row["set"]})]
    chosen += [(f"{size} tools", lambda row, size=size: row["set"].endswith(f", {size}")) for size in sizes]
    for name, belongs in chosen:
        mine = [at for at, row in enumerate(rows) if belongs(row)]
        line = [f"{name:18}"]
        for kind in ("talk", "absent", "elsewhere"):
            these = [at for at in mine if rows[at]["kind"] == kind]
            line.append(f"{kind} passes {100 * numpy.mean(sums[these] >= 0) if these else 0:5.1f} %")
        served = [at for at in mine if labels[at] == 1]
        right = [at for at in served if rows[at]["ndcg"] > 0]
        line.append(f"empty {100 * numpy.mean(sums[served] < 0):5.1f} %, of those found {100 * numpy.mean(sums[right] < 0):5.1f} %, points lost {100 * sum(rows[at]['ndcg'] for at in served if sums[at] < 0) / max(1, len(served)):5.2f}")
        print(", ".join(line))


def write(embedder, sound, weights, talk):
    numbers, step, bias = sound
    constants = ", ".join(f"{name}: {value:.3f}" for name, value in weights)
    lines = " | ".join(text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${") for text in talk if not re.search(r"\b(he|him|his)\b", text))
    TARGET.write_text(
        "/** Made by training/abstention.py: how requests for tools differ from small talk, for vectors of one embedder. */\n"
        "export const SERVED_REQUESTS = {\n"
        f'  embedder: "{embedder}",\n'
        "  /** The direction from small talk to requests for tools: int8 numbers in Base64, to be multiplied by `step`. */\n"
        f'  direction:\n    "{base64.b64encode(numbers.tobytes()).decode()}",\n'
        f"  step: {step:.6g},\n"
        f"  bias: {bias:.6g},\n"
        "  /** The weights for deciding whether a catalogue serves a request. The search abstains below 0. */\n"
        f"  weights: {{ {constants} }},\n"
        '  /** Requests that no tool serves, with " | " between them. */\n'
        f"  talk: `{lines}`,\n"
        "} as const;\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
