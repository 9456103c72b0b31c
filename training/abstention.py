"""Learns when a catalogue does not serve a request: python training/abstention.py FEATURES.json, made by abstention-features.ts

Two logistic regressions. The first tells requests that tools serve from talk by the request's vector alone. The second takes
its answer together with what the search knows of the best hit. So that the second does not trust the first too much, each
half of the talk is judged by what was learnt from the other half. Writes src/retrieval/served-requests.ts.
"""
import base64
import json
import sys
from collections import Counter
from pathlib import Path

import numpy

TARGET = Path(__file__).parent.parent / "src/retrieval/served-requests.ts"
# The share of the talk, each half judged by the other, that may pass.
PASSES = 0.12
# In a catalogue of a handful of tools more may pass: a wrong hit among them costs little, and a missed one is missed for good.
PASSES_FEW = 0.33
SMOOTHING = (0.1, 0.001)
NAMES = ["talk", "meaning", "words", "told", "short", "shortWords", "shortAsked", "entries"]


def regression(features, labels, weights, smoothing, rounds=60):
    mean, spread = features.mean(0), features.std(0) + 1e-9
    scaled = numpy.c_[(features - mean) / spread, numpy.ones(len(features))]
    penalty = smoothing * weights.sum() * numpy.r_[numpy.ones(features.shape[1]), 1e-6]
    found = numpy.zeros(scaled.shape[1])
    for _ in range(rounds):
        guess = 1 / (1 + numpy.exp(-scaled @ found))
        slope = scaled.T @ (weights * (guess - labels)) + penalty * found
        curve = (scaled * (weights * guess * (1 - guess))[:, None]).T @ scaled + numpy.diag(penalty)
        found -= numpy.linalg.solve(curve + 1e-9 * numpy.eye(len(found)), slope)
    direction = found[:-1] / spread
    return direction, found[-1] - (mean * direction).sum()


def row_features(row, talk):
    short = 1 / (1 + row["length"])
    entries = numpy.log(min(row["entries"], 5000))
    return [talk, row["meaning"], row["words"], row["told"], short, short * row["words"], short * row["asked"], entries]


def main(path):
    data = json.load(open(path))
    rows, vectors = data["rows"], {text: numpy.array(vector) for text, vector in data["vectors"].items()}
    kinds = {row["text"]: row["kind"] for row in rows}
    set_of = {row["text"]: row["set"].removesuffix(", few") for row in rows if row["kind"] == "served"}
    served = [text for text, kind in kinds.items() if kind == "served"]
    halves = [[text for text, kind in kinds.items() if kind == name] for name in sorted(set(kinds.values()) - {"served"})]
    assert len(halves) == 2, halves

    def learn(talk):
        share = Counter(set_of[text] for text in served)
        features = numpy.array([vectors[text] for text in [*served, *talk]])
        labels = numpy.r_[numpy.ones(len(served)), numpy.zeros(len(talk))]
        weights = numpy.r_[[1 / share[set_of[text]] / len(share) for text in served], numpy.ones(len(talk)) / len(talk)]
        return regression(features, labels, weights, SMOOTHING[0])

    direction, bias = learn([*halves[0], *halves[1]])
    step = numpy.abs(direction).max() / 127
    numbers = numpy.round(direction / step).astype(numpy.int8)
    talk = {text: float(vectors[text] @ (numbers * step) + bias) for text in kinds}
    for half, other in (halves, halves[::-1]):
        theirs, start = learn(other)
        talk.update({text: float(vectors[text] @ theirs + start) for text in half})

    fitted = [row for row in rows if not row["certain"]]
    large = numpy.array([not row["set"].endswith("few") for row in fitted])
    few = numpy.array([max(0, 1 - numpy.log(row["entries"]) / numpy.log(200)) for row in fitted])
    features = numpy.array([row_features(row, talk[row["text"]]) for row in fitted])
    labels = numpy.array([float(row["kind"] == "served") for row in fitted])
    weights = numpy.zeros(len(fitted))
    # Each set counts the same, and of its requests those more whose tools would be lost.
    for name in {row["set"] for row in rows}:
        for label in (0, 1):
            chosen = [at for at, row in enumerate(fitted) if row["set"] == name and labels[at] == label]
            each = numpy.array([0.15 + fitted[at]["ndcg"] if label else 1.0 for at in chosen])
            weights[chosen] = each / each.sum()
    found, always = regression(features[large], labels[large], weights[large], SMOOTHING[1])
    always -= numpy.quantile((features @ found + always)[large & (labels == 0)], 1 - PASSES)
    sums = features @ found + always
    talk_of_few = ~large & (labels == 0)
    bonus = max(0, -numpy.quantile(sums[talk_of_few], 1 - PASSES_FEW) / few[talk_of_few].mean())
    passed = sums + bonus * few >= 0
    constants = ", ".join(f"{name}: {value:.3f}" for name, value in zip([*NAMES, "few", "always"], [*found, bonus, always]))
    TARGET.write_text(
        "/** Made by training/abstention.py: how requests that tools serve differ from talk, for vectors of one embedder. */\n"
        "export const SERVED_REQUESTS = {\n"
        f'  embedder: "{data["embedder"]}",\n'
        "  /** From talk to requests that tools serve: int8 numbers as Base64, to be multiplied with `step`. */\n"
        f'  direction:\n    "{base64.b64encode(numbers.tobytes()).decode()}",\n'
        f"  step: {step:.6g},\n"
        f"  bias: {bias:.6g},\n"
        "  /** What counts for and against a catalogue serving a request; zero where abstention begins. */\n"
        f"  weights: {{ {constants} }},\n"
        "} as const;\n"
    )
    for name in sorted({row["set"] for row in rows}):
        mine = [at for at, row in enumerate(fitted) if row["set"] == name]
        false = numpy.mean([passed[at] for at in mine if labels[at] == 0])
        lost = sum(fitted[at]["ndcg"] for at in mine if labels[at] == 1 and not passed[at]) / max(1, sum(labels[at] == 1 for at in mine))
        print(f"{name:24} talk that passes {100 * false:5.1f} %, points lost {100 * lost:5.2f}")


main(*sys.argv[1:])
