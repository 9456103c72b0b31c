"""Trains the table: python train.py FOLDER OUT [name=value …] [--search FILE]

FOLDER holds corpus.jsonl.gz, vocab.json, mini.npz, mini.json, bge.npz, bge.json (teachers' weights and tokenizers), retrieval/ (dev sets, to report only)
and chinese-requests.txt. One run with the defaults takes about two minutes on one GPU, teacher encodings included.
"""
import json
import os
import sys
import time

import numpy
import torch

import data
import student
from teacher import Teacher

DEFAULTS = dict(
    seed=7, width=256, dims=[256], steps=4000, rate=0.004, drop=0.05, temperature=0.08, temperature_pair=0.1,
    temperature_soft=0.05, batch_distil=4096, batch_parallel=4096, batch_pair=4096, w_distil=1.0, w_parallel=1.0,
    w_pair=0.0, w_soft=0.0, w_relation=0.5, pull=2.0, shell=0.3, teacher="both", share=1.0, whiten=0.3, lean=0.0,
)
PARALLEL_WEIGHT = {"parallel/kubernetes": 0.5, "parallel/doris": 0.5, "parallel/istio": 0.5, "13luoyu/Transformer-machine-translation": 1.5, "unicode/cldr": 0.7, "written": 6}
PAIR_WEIGHT = {"written": 6, "clinc/oos-eval": 0.5, "PolyAI-LDN/task-specific-datasets": 0.3, "xliuhw/NLU-Evaluation-Data": 0.5, "ShishirPatil/gorilla": 2, "tangqiaoyu/ToolAlpaca": 3, "AlibabaResearch/DAMO-ConvAI": 3, "thu-coai/CrossWOZ": 0.3, "tldr-pages/tldr": 0.7, "davila7/claude-code-templates": 2}
LEANING = {"metatool-single": 2, "stabletoolbench": 1, "livemcpbench": 0.7, "skills-triggers": 1.5, "c3-pairs": 1, "asked-en": 1.5, "asked-zh": 1, "seal-tools": 0.3, "metatool-multi": 0.5}
# Much of the parallel text is about infrastructure; `lean` moves the teaching towards requests and tools.
INFRASTRUCTURE = {"parallel/kubernetes", "parallel/doris", "parallel/istio", "parallel/seatunnel"}


def main(folder, out, *arguments):
    device = "cuda"
    began = time.time()
    say = lambda *a: print(f"[{time.time() - began:5.0f}s]", *a, flush=True)
    torch.backends.cuda.matmul.allow_tf32 = True
    words = json.load(open(f"{folder}/vocab.json"))
    vocabulary, simplified = words["vocabulary"], words["simplified"]
    texts, parallel, pairs, alone = data.corpus(f"{folder}/corpus.jsonl" if os.path.exists(f"{folder}/corpus.jsonl") else f"{folder}/corpus.jsonl.gz")
    sets = data.evaluation_sets(f"{folder}/retrieval", f"{folder}/chinese-requests.txt")
    first = len(texts)
    places = {}
    for name, (fields, queries, _) in sets.items():
        places[name] = {}
        for field, held in [*fields.items(), ("queries", queries)]:
            places[name][field] = range(len(texts), len(texts) + len(held))
            texts += held
    bags = student.Bags(*data.bags(texts, vocabulary, simplified), device)
    say("texts", len(texts), "vocabulary", len(vocabulary))
    stored = numpy.load(f"{folder}/lexical.npz") if os.path.exists(f"{folder}/lexical.npz") else None
    words_score = {name: stored[name].astype("float32") / 50 if stored else data.gram_similarity(fields["whole"], queries) for name, (fields, queries, _) in sets.items()}
    makers = {"mini": ("mini.npz", "mini.json", "mean"), "bge": ("bge.npz", "bge.json", "cls")}
    foreign = numpy.array([bool(data.HAN.search(t)) for t in texts])
    usable = (bags.length > 0).cpu().numpy()

    def evaluate(vectors, label):
        """NDCG@10 of every dev set: vectors alone, and with words."""
        line, total, weight = [], 0, 0
        for name, (_, _, relevant) in sets.items():
            at = {field: vectors[torch.tensor(list(r), device=device)] for field, r in places[name].items()}
            entry = sum(w * at[field] for field, w in data.FIELDS.items())
            s = (at["queries"] @ entry.T).cpu().numpy()
            scores = [data.ndcg(x, relevant) for x in (s, s + words_score[name])]
            total += LEANING[name] * scores[1]
            weight += LEANING[name]
            line.append(f"{name[:8]}{name[-3:]} {'/'.join(f'{x:.1f}' for x in scores)}")
        say(f"{label:34s} mean {total / weight:.2f} |", " ".join(line))
        return total / weight

    encoded = {}

    def encode(name):
        weights, tokenizer, pool = makers[name]
        teacher = Teacher(f"{folder}/{weights}", f"{folder}/{tokenizer}", pool, device)
        wanted = numpy.flatnonzero(~foreign)
        part = teacher.encode([texts[i] for i in wanted])
        alone_part = teacher.encode([w.replace("##", "") for w in vocabulary])
        middle = part[torch.tensor(wanted < first, device=device)].mean(0)
        full = torch.zeros(len(texts), 384, device=device)
        full[torch.tensor(wanted, device=device)] = student.normal(part - middle)
        evaluate(full, f"teacher {name}")
        return full, student.normal(alone_part - middle)

    def encodings(options):
        names = ["mini", "bge"] if options["teacher"] == "both" else [options["teacher"]]
        for name in names:
            if name not in encoded:
                encoded[name] = encode(name)
        shares = [1.0, options["share"]]
        found = [student.normal(torch.cat([encoded[n][k] * w for n, w in zip(names, shares)], 1)) for k in (0, 1)]
        evaluate(found[0], f"teacher {options['teacher']} {options['share']}")
        return found

    def prepare(options):
        full, lonely = encodings(options)
        train_rows = torch.tensor([i for i in range(first) if not foreign[i]], device=device)
        sample = full[train_rows[torch.randperm(len(train_rows), device=device)[:100000]]]
        _, _, v = torch.linalg.svd(sample.T @ sample / len(sample))
        project = v[: options["width"]].T
        spread = (sample @ project).pow(2).mean(0).sqrt() ** -options["whiten"]
        project = project * spread
        targets = student.normal(full @ project)
        distil, target, leaning = [], [], []
        for e, z, source in parallel:
            if source in ("unicode/cldr",):
                continue
            distil += [e, z]
            target += [e, e]
            leaning += [0.3 if source in INFRASTRUCTURE else 1.0] * 2
        for q, d, _, _, _ in pairs:
            distil += [x for x in (q, d) if not foreign[x]]
            target += [x for x in (q, d) if not foreign[x]]
            leaning += [1.5 for x in (q, d) if not foreign[x]]
        distil += alone
        target += alone
        leaning += [1.5] * len(alone)
        keep = [k for k in range(len(distil)) if usable[distil[k]]]
        tensor = lambda xs: torch.tensor(xs, device=device)
        good = [p for p in parallel if usable[p[0]] and usable[p[1]]]
        fit = [p for p in pairs if usable[p[0]] and usable[p[1]]]
        shells = lambda lines: [torch.from_numpy(a.astype(numpy.int64)).to(device) for a in data.bags(lines, vocabulary, simplified)]
        work = dict(
            distil=tensor([distil[k] for k in keep]), distil_target=tensor([target[k] for k in keep]), targets=targets, full=full,
            distil_weight=tensor([leaning[k] ** options["lean"] for k in keep]),
            parallel_en=tensor([p[0] for p in good]), parallel_zh=tensor([p[1] for p in good]),
            parallel_weight=tensor([PARALLEL_WEIGHT.get(p[2], 1.0) for p in good]),
            query=tensor([p[0] for p in fit]), document=tensor([p[1] for p in fit]), group=tensor([p[2] for p in fit]),
            hard=tensor([p[3] for p in fit]), pair_weight=tensor([float(PAIR_WEIGHT.get(p[4], 1.0)) for p in fit]),
            query_zh=tensor([bool(foreign[p[0]]) for p in fit]),
            query_target=tensor([-1 if foreign[p[0]] or foreign[p[1]] else p[0] for p in fit]),
            document_target=tensor([p[1] for p in fit]),
            shells_en=shells(student.SHELLS_EN), shells_zh=shells(student.SHELLS_ZH),
        )
        table, count = student.initial_table(bags, work["distil"], targets[work["distil_target"]], len(vocabulary), lonely @ project, device)
        return work, table, count, project

    def vectors_of(table):
        out = torch.zeros(len(texts), table.shape[1], device=device)
        for chunk in torch.arange(first, len(texts), device=device).split(8192):
            out[chunk] = student.normal(bags.total(table, chunk))
        return out

    prepared, best = {}, (-1, {})
    # Each line of the search file is tried on top of the best so far and kept when it helps.
    search = [json.loads(line) for line in open(arguments[arguments.index("--search") + 1])] if "--search" in arguments else []
    given = {k: json.loads(v) for k, v in (a.split("=") for a in arguments if "=" in a)}
    for changes in search or [{}]:
        options = {**DEFAULTS, **given, **best[1], **changes}
        key = tuple(options[k] for k in ("teacher", "share", "width", "whiten", "lean"))
        if key not in prepared:
            prepared.clear()
            prepared[key] = prepare(options)
        work, table, count, project = prepared[key]
        table = student.train(table, bags, work, options, device)
        score = evaluate(vectors_of(table), json.dumps(changes))
        if score > best[0]:
            best = (score, options)
            save(out, table, count, options)
    say("kept", *best)


def save(out, table, count, options):
    rows, scale = student.quantize(table)
    os.makedirs(out, exist_ok=True)
    half = len(rows) // 2
    rows[:half].cpu().numpy().tofile(f"{out}/rows-0.i8")
    rows[half:].cpu().numpy().tofile(f"{out}/rows-1.i8")
    scale.cpu().numpy().astype("<f4").tofile(f"{out}/scale.f32")
    count.cpu().numpy().astype("<f4").tofile(f"{out}/count.f32")
    json.dump(options, open(f"{out}/options.json", "w"))


if __name__ == "__main__":
    main(*sys.argv[1:])
