"""Corpus and evaluation sets as arrays: texts become bags of vocabulary rows, flattened."""
import glob
import gzip
import json
import math
import multiprocessing
import os
import re
import unicodedata

import numpy

import tokens

HAN = re.compile(r"[\u4e00-\u9fff]")
STATE = {}


def bag(text):
    row = STATE["row"]
    return [row[f] for f in tokens.features(text, row, STATE["simplified"])][:160]


def bags(texts, vocabulary, simplified):
    """(flat rows, start of each text, length of each text)"""
    STATE.update(row={t: i for i, t in enumerate(vocabulary)}, simplified=simplified)
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        found = pool.map(bag, texts, chunksize=2000)
    length = numpy.array([len(f) for f in found], dtype=numpy.int64)
    start = numpy.concatenate(([0], numpy.cumsum(length)[:-1]))
    return numpy.fromiter((i for f in found for i in f), dtype=numpy.int32, count=length.sum()), start, length


def corpus(path):
    """Rows as ids into one list of distinct texts."""
    texts, ids = [], {}

    def identify(text):
        if text not in ids:
            ids[text] = len(texts)
            texts.append(text)
        return ids[text]

    parallel, pairs, alone, groups = [], [], [], {}
    for line in (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8"):
        row = json.loads(line)
        if row["kind"] == "parallel":
            parallel.append((identify(row["en"]), identify(row["zh"]), row["source"]))
        elif row["kind"] == "pair":
            query, document = identify(row["query"]), identify(row["document"])
            group = groups.setdefault(row.get("group") or ("document", document), len(groups))
            hard = [identify(t) for t in row.get("hard", [])]
            pairs.append((query, document, group, hard[0] if hard else -1, row["source"]))
        else:
            alone.append(identify(row["text"]))
    return texts, parallel, pairs, alone


def spell(name):
    return re.sub(r"[_\-./:]+", " ", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name))


FIELDS = {"whole": 0.75, "description": 0.25, "parameters": 0.15, "category": 0.3}


def evaluation_sets(folder, requests=None):
    """name -> (texts of each field, queries, relevant index lists); only to report and to choose options, never to train."""
    sets = {}

    def fields(tools):
        spelled = [spell(t["name"]) for t in tools]
        return {
            "whole": [f"{n}: {t['description']}" for n, t in zip(spelled, tools)],
            "description": [t["description"] for t in tools],
            "parameters": [spell("; ".join(t.get("params") or [])) for t in tools],
            "category": [spell(t.get("group") or "") for t in tools],
        }

    for path in sorted(glob.glob(f"{folder}/*/tools.jsonl")):
        name = path.split("/")[-2]
        tools = [json.loads(line) for line in open(path, encoding="utf-8")]
        queries = [json.loads(line) for line in open(path.replace("tools.jsonl", "queries.dev.jsonl"), encoding="utf-8")][:2100]
        queries = queries[:400] if name == "seal-tools" else queries
        place = {t["id"]: i for i, t in enumerate(tools)}
        sets[name] = (fields(tools), [q["text"] for q in queries], [[place[r] for r in q["relevant"]] for q in queries])
        if name == "c3-pairs" and requests:
            asked = [l.rsplit("|", 1) for l in open(requests, encoding="utf-8") if l.strip() and not l.startswith("#")]
            asked = [(t.strip(), [r.strip() for r in names.split(",")]) for t, names in asked]
            sets["asked-en"] = (fields(tools), [t for t, _ in asked], [[place[r] for r in rs if r in place] for _, rs in asked])
            chinese = {q["relevant"][0]: i for i, q in enumerate(queries)}
            kept = [(t, [chinese[r] for r in rs if r in chinese]) for t, rs in asked]
            kept = [k for k in kept if k[1]]
            described = [{"name": "", "description": q["text"]} for q in queries]
            sets["asked-zh"] = (fields(described), [t for t, _ in kept], [r for _, r in kept])
    return sets


def grams(text):
    found = {}
    text = unicodedata.normalize("NFKC", text).lower()
    for run in re.findall(r"[\u4e00-\u9fff]+|[a-z0-9]+", text):
        sizes, padded = ((1, 2), run) if run[0] >= "\u4e00" else ((3, 4), f" {run} ")
        for size in sizes:
            for i in range(len(padded) - size + 1):
                found[padded[i : i + size]] = found.get(padded[i : i + size], 0) + 1
    return found


def gram_similarity(documents, queries):
    """TF-IDF cosine over character n-grams, queries by documents."""
    counted = [grams(d) for d in documents]
    frequency, row = {}, {}
    for count in counted:
        for gram in count:
            frequency[gram] = frequency.get(gram, 0) + 1
            row.setdefault(gram, len(row))
    weight = lambda gram: math.log(1 + len(documents) / (frequency[gram] + 0.5))

    def matrix(counts):
        import scipy.sparse

        data, columns, starts = [], [], [0]
        for count in counts:
            values = [(row[g], (1 + math.log(n)) * weight(g)) for g, n in count.items() if g in row]
            unseen = sum(((1 + math.log(n)) * math.log(1 + len(documents) / 0.5)) ** 2 for g, n in count.items() if g not in row)
            norm = math.sqrt(sum(v * v for _, v in values) + unseen) or 1
            data += [v / norm for _, v in values]
            columns += [c for c, _ in values]
            starts.append(len(data))
        return scipy.sparse.csr_matrix((data, columns, starts), shape=(len(counts), len(row)))

    return (matrix([grams(q) for q in queries]) @ matrix(counted).T).toarray().astype(numpy.float32)


def ndcg(scores, relevant, depth=10):
    top = numpy.argsort(-scores, axis=1, kind="stable")[:, :depth]
    total = 0.0
    for found, wanted in zip(top, relevant):
        wanted = set(wanted)
        gained = sum(1 / math.log2(i + 2) for i, t in enumerate(found) if t in wanted)
        total += gained / sum(1 / math.log2(i + 2) for i in range(min(depth, len(wanted))))
    return 100 * total / len(relevant)
