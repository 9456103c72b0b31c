"""Learns which of the tools that ship serves a request, and when none does: python training/tools.py FEATURES.json, made by tool-features.ts

A softmax regression over the request's vector has one class for each tool and one for no tool. A logistic regression over its answer and what the
search knows of the best tool decides whether any serves. Both are tried by cross-validation in five parts: where abstention begins comes from
requests that were not learnt from. Writes src/retrieval/learned-tool-vectors.ts.
"""
import base64
import json
import sys
from pathlib import Path

import numpy

from abstention import part_of, regression

TARGET = Path(__file__).parent.parent / "src/retrieval/learned-tool-vectors.ts"
PARTS = 5
# The share of the talk of this project that may pass.
PASSES = 0.1
SMOOTHING = 0.001
# What the logarithm of the catalogue's size above 100 entries counts: the more tools, the more often one is near a request by chance.
SIZE = -0.8
# As in src/retrieval/learned-tools.ts and ranking-weights.ts.
WEIGHT, FARTHEST, CERTAIN = 0.07, 12, 15
SCALE = 10
EPOCHS, BATCH, RATE, DECAY = 8, 256, 0.03, 1e-4
# What a request counts in the softmax regression, by its kind and by whether a tool serves it.
COUNTS = {"outside": (0.15, 0.16), "outside, absent": (0, 0.16), "lists": (1, 0), "talk": (0, 0.5), "talk, absent": (0, 0.5), "more talk": (0, 0.5), "written": (1, 0.5), "examples": (1, 0)}
# The same in the logistic regression.
WEIGHS = {"development": 1, "other languages": 0.5, "written": 0.4, "outside": 0.4, "outside, absent": 0.05, "talk": 1, "talk, absent": 0.15, "more talk": 0.4}
NAMES = ["own", "most", "gap", "meaning", "example", "words", "asked", "named", "described", "score", "short", "shortOwn", "ahead", "nearTalk", "nearer"]


def softmax(vectors, classes, weights, count):
    random = numpy.random.default_rng(0)
    weights = weights / weights.mean()
    found = numpy.zeros((vectors.shape[1] + 1, count), dtype=numpy.float32)
    mean, spread = found * 0, found * 0
    step, steps = 0, EPOCHS * -(-len(vectors) // BATCH)
    for _ in range(EPOCHS):
        order = random.permutation(len(vectors))
        for start in range(0, len(vectors), BATCH):
            chosen = order[start : start + BATCH]
            inputs = with_one(vectors[chosen])
            sums = inputs @ found
            shares = numpy.exp(sums - sums.max(1, keepdims=True))
            shares /= shares.sum(1, keepdims=True)
            shares[numpy.arange(len(chosen)), classes[chosen]] -= 1
            slope = inputs.T @ (shares * weights[chosen][:, None]) / len(chosen) + DECAY * found
            step += 1
            mean, spread = 0.9 * mean + 0.1 * slope, 0.99 * spread + 0.01 * slope * slope
            found -= RATE * (1 - step / steps) * (mean / (1 - 0.9**step)) / (numpy.sqrt(spread / (1 - 0.99**step)) + 1e-7)
    return found


def with_one(vectors):
    return numpy.c_[vectors * SCALE, numpy.ones(len(vectors), dtype=numpy.float32)].astype(numpy.float32)


def row_features(row, odds, near_talk, places):
    """Ranks the tools with what was learnt; returns the features of the best, and which of the five best are right."""
    most = odds.max()
    ranked = sorted(row["tools"], key=lambda tool: -tool["score"] - WEIGHT * max(odds[places[tool["id"]]] - most, -FARTHEST))
    totals = [tool["score"] + WEIGHT * max(odds[places[tool["id"]]] - most, -FARTHEST) for tool in ranked[:2]]
    best = ranked[0]
    own, most = numpy.clip([odds[places[best["id"]]], most], -CERTAIN, CERTAIN)
    first, second = numpy.sort(odds)[:-3:-1]
    short, example, meaning = 1 / (1 + row["length"]), max(0, best["example"]), best["meaning"]
    features = [
        own, most, min(first - second, CERTAIN), meaning, max(0, example - meaning), best["words"], best["asked"], best["named"], best["described"],
        totals[0], short, short * own, min(totals[0] - totals[1], 1), near_talk, max(example, meaning) - near_talk,
    ]
    return features, [tool["id"] in row["relevant"] for tool in ranked[:5]]


def main(path):
    data = json.load(open(path))
    tools = data["tools"]
    places = {tool: place for place, tool in enumerate(tools)}
    learnt = learn_tools(data, places)
    rows = [row for row in data["rows"] if not row["certain"]]
    matrix = numpy.array([row["vector"] for row in rows], dtype=numpy.float32)
    parts = numpy.array([part_of(row["text"]) for row in rows])
    odds = numpy.zeros((len(rows), len(tools)))
    for part in range(PARTS):
        mine = parts == part
        sums = with_one(matrix[mine]) @ learnt[part]
        odds[mine] = sums[:, :-1] - sums[:, -1:]
    near = near_talk(data["talk"], rows, matrix, parts)
    made = [row_features(row, odds[at], near[at], places) for at, row in enumerate(rows)]
    features = numpy.array([found for found, _ in made])
    right = [found for _, found in made]
    labels = numpy.array([float(bool(row["relevant"])) for row in rows])
    weights = numpy.array([WEIGHS[row["kind"]] * (0.15 + right[at][0] if row["relevant"] else 1) for at, row in enumerate(rows)])
    for label in (0, 1):
        weights[labels == label] /= weights[labels == label].sum()
    sums = numpy.zeros(len(rows))
    for part in range(PARTS):
        found, always = regression(features[parts != part], labels[parts != part], weights[parts != part], SMOOTHING)
        sums[parts == part] = features[parts == part] @ found + always
    found, always = regression(features, labels, weights, SMOOTHING)
    own = numpy.array([not row["relevant"] and not row["kind"].startswith("outside") for row in rows])
    start = numpy.quantile(sums[own], 1 - PASSES)
    write(data["embedder"], tools, learnt[None], [*zip(NAMES, found), ("size", SIZE), ("always", always - start)])
    for kind in WEIGHS:
        for label in (1, 0):
            mine = [at for at, row in enumerate(rows) if row["kind"] == kind and labels[at] == label]
            passed = sums[mine] >= start
            if label and mine:
                firsts, fives = (numpy.array([f(right[at]) for at in mine]) for f in (lambda five: five[0], any))
                print(f"{kind:16} {len(mine)} served: first {100 * numpy.mean(firsts & passed):.1f}, among five {100 * numpy.mean(fives & passed):.1f}, empty {100 * numpy.mean(~passed):.1f} %")
            elif mine:
                print(f"{kind:16} {len(mine)} not: pass {100 * numpy.mean(passed):.1f} %")


def learn_tools(data, places):
    """The regression without each part, and the whole one under None."""
    vectors, classes, counts, parts = [], [], [], []
    for request in data["requests"]:
        served, none = COUNTS[request["kind"]]
        for tool in request["relevant"] or [None]:
            vectors.append(request["vector"])
            classes.append(len(places) if tool is None else places[tool])
            counts.append(none if tool is None else served / len(request["relevant"]))
            parts.append(part_of(request["text"]))
    vectors, classes = numpy.array(vectors, dtype=numpy.float32), numpy.array(classes)
    counts, parts = numpy.array(counts, dtype=numpy.float32), numpy.array(parts)
    # Tools with few requests count more, so that they are not forgotten over the others.
    by_hand = numpy.array([request["kind"] in ("examples", "written") for request in data["requests"] for _ in request["relevant"] or [None]])
    sizes = numpy.bincount(classes[by_hand], minlength=len(places) + 1)
    usual = numpy.mean(1 / numpy.sqrt(sizes[classes[by_hand & (classes < len(places))]]))
    rare = by_hand & (classes < len(places))
    counts[rare] /= numpy.sqrt(sizes[classes[rare]]) * usual
    return {part: softmax(vectors[parts != part], classes[parts != part], counts[parts != part], len(places) + 1) for part in (None, *range(PARTS))}


def near_talk(talk, rows, matrix, parts):
    known = numpy.array([one["vector"] for one in talk], dtype=numpy.float32)
    of = numpy.array([part_of(one["text"]) for one in talk])
    texts = {one["text"] for one in talk}
    return [(known[of != parts[at]] if row["text"] in texts else known).dot(matrix[at]).max() for at, row in enumerate(rows)]


def write(embedder, tools, learnt, weights):
    vectors = learnt[:-1].T * SCALE
    steps = numpy.abs(vectors).max(1) / 127
    numbers = numpy.round(vectors / steps[:, None]).astype(numpy.int8)
    constants = ", ".join(f"{name}: {value:.3f}" for name, value in weights)
    TARGET.write_text(
        "/** Made by training/tools.py: which of the tools that ship serves a request, for vectors of one embedder. */\n"
        "export const LEARNED_TOOLS = {\n"
        f'  embedder: "{embedder}",\n'
        f'  tools:\n    "{" ".join(tools)}",\n'
        "  /** One vector for each tool and a last one for no tool: int8 numbers in URL-safe Base64, to be multiplied by the tool's step. */\n"
        f'  vectors:\n    "{base64.urlsafe_b64encode(numbers.tobytes()).decode()}",\n'
        f"  steps: [{', '.join(f'{step:.5g}' for step in steps)}],\n"
        f"  biases: [{', '.join(f'{bias:.5g}' for bias in learnt[-1])}],\n"
        "  /** The weights for deciding whether the best tool serves a request. The search abstains below 0. */\n"
        f"  weights: {{ {constants} }},\n"
        "} as const;\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
