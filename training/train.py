"""Tunes the teachers and trains the table: python train.py FOLDER OUT [name=value …]

FOLDER holds corpus.jsonl(.gz), vocab.json, mini.npz, mini.json, bge.npz (teachers' weights, their common tokenizer), retrieval/ (dev sets, to report only)
and chinese-requests.txt. One run takes about seven minutes on one GPU.
"""
import json
import os
import sys
import time

import numpy
import torch

import build_corpus
import composites
import data
import student
from teacher import Teacher, Texts

DEFAULTS = dict(
    seed=7, width=256, inner=32, composites=2_000_000, whiten=0.5,
    # tuning the teachers
    steps_tune=300, rate_tune=2e-5, batch_tune=1024, temperature_tune=0.05, keep=1.0, chatty=0.4,
    # the table, then the table with its gate
    steps=5000, rate=0.004, steps_second=4000, rate_second=0.001, rate_gate=0.003, plain=0.5,
    batch=4096, drop=0.05, temperature=0.08, temperature_soft=0.05, w_relation=0.5, pull=2.0, shell=0.3,
)
PARALLEL_WEIGHT = {"parallel/kubernetes": 0.5, "parallel/doris": 0.5, "parallel/istio": 0.5, "13luoyu/Transformer-machine-translation": 1.5, "unicode/cldr": 0.7, "written": 6}
PAIR_WEIGHT = {
    "written": 6, "ShishirPatil/gorilla": 2, "tangqiaoyu/ToolAlpaca": 3, "AlibabaResearch/DAMO-ConvAI": 3, "davila7/claude-code-templates": 2, "punkpeye/awesome-mcp-servers": 0.7,
    "tldr-pages/tldr": 0.5, "APIs-guru/openapi-directory": 0.5, "clinc/oos-eval": 0.3, "xliuhw/NLU-Evaluation-Data": 0.3, "PolyAI-LDN/task-specific-datasets": 0.3, "sonos/nlu-benchmark": 0.2,
}
LEANING = {"metatool-single": 2, "stabletoolbench": 1, "livemcpbench": 0.7, "skills-triggers": 1.5, "c3-pairs": 1, "asked-en": 1.5, "asked-zh": 1, "seal-tools": 0.3, "metatool-multi": 0.5}
# Much of the parallel text is about infrastructure; composites are made of the rest.
INFRASTRUCTURE = {"parallel/kubernetes", "parallel/doris", "parallel/istio", "parallel/seatunnel"}


def main(folder, out, *arguments):
    device = "cuda"
    began = time.time()
    say = lambda *a: print(f"[{time.time() - began:5.0f}s]", *a, flush=True)
    torch.backends.cuda.matmul.allow_tf32 = True
    options = {**DEFAULTS, **{k: json.loads(v) for k, v in (a.split("=") for a in arguments)}}
    words = json.load(open(f"{folder}/vocab.json"))
    vocabulary, simplified = words["vocabulary"], words["simplified"]
    texts, parallel, pairs, alone = data.corpus(f"{folder}/corpus.jsonl" if os.path.exists(f"{folder}/corpus.jsonl") else f"{folder}/corpus.jsonl.gz")
    sets = data.evaluation_sets(f"{folder}/retrieval", f"{folder}/chinese-requests.txt")
    given = len(texts)
    foreign = [bool(data.HAN.search(t)) for t in texts]
    requests = sorted({q for q, *_ in pairs if not foreign[q]})
    infrastructure = {i for e, z, source in parallel if source in INFRASTRUCTURE for i in (e, z)}
    known = [i for i in range(given) if not foreign[i] and i not in infrastructure and len(texts[i]) >= 12]
    kept_out, _ = build_corpus.kept_out(f"{folder}/retrieval")
    is_kept_out = lambda text: build_corpus.fold(text) in kept_out
    made, chatty = composites.make(texts, requests, sorted({*requests, *alone}), known, options["composites"], options["seed"], is_kept_out)
    texts += made
    first = len(texts)
    places = {}
    for name, (fields, queries, _) in sets.items():
        places[name] = {}
        for field, held in [*fields.items(), ("queries", queries)]:
            places[name][field] = torch.arange(len(texts), len(texts) + len(held), device=device)
            texts += held
    foreign = numpy.array([bool(data.HAN.search(t)) for t in texts])
    bags = student.Bags(*data.bags(texts, vocabulary, simplified), device)
    usable = (bags.length > 0).cpu().numpy()
    say("texts", len(texts), "composites", len(made), "vocabulary", len(vocabulary))
    words_score = {name: torch.from_numpy(data.gram_similarity(fields["whole"], queries)) for name, (fields, queries, _) in sets.items()}

    def evaluate(vectors, label):
        """NDCG@10 of every dev set: vectors (of the texts from `first` on) alone, and with words."""
        line, total, weight = [], 0, 0
        for name, (_, _, relevant) in sets.items():
            at = {field: vectors[which - first] for field, which in places[name].items()}
            scores = (at["queries"] @ sum(w * at[field] for field, w in data.FIELDS.items()).T).cpu()
            figures = [data.ndcg(x.numpy(), relevant) for x in (scores, scores + words_score[name])]
            total += LEANING[name] * figures[1]
            weight += LEANING[name]
            line.append(f"{name[:8]}{name[-3:]} {'/'.join(f'{x:.1f}' for x in figures)}")
        say(f"{label:24s} mean {total / weight:.2f} |", " ".join(line))

    # English texts, then the words of the vocabulary alone, are what the teachers read.
    english = numpy.flatnonzero(~foreign)
    read = Texts([*(texts[i] for i in english), *(w.replace("##", "") for w in vocabulary)], f"{folder}/mini.json", device)
    place = numpy.full(len(texts), -1)
    place[english] = numpy.arange(len(english))
    tensor = lambda values: torch.tensor(numpy.array(values), device=device)
    both = [p for p in pairs if not foreign[p[0]] and not foreign[p[1]]]
    taught = dict(
        query=tensor(place[[p[0] for p in both]]), chatty=tensor(place[[given + chatty[p[0]] for p in both]]), document=tensor(place[[p[1] for p in both]]),
        group=tensor([p[2] for p in both]), hard=tensor([place[p[3]] if p[3] >= 0 else -1 for p in both]), weight=tensor([float(PAIR_WEIGHT.get(p[4], 1)) for p in both]),
    )
    encoded = []
    for weights, pool in (("mini.npz", "mean"), ("bge.npz", "cls")):
        teacher = Teacher(f"{folder}/{weights}", pool, read, device)
        say("tuned to", teacher.tune(taught, options))
        vectors = teacher.encode(torch.arange(len(read.length), device=device))
        encoded.append(student.normal(vectors - vectors[torch.from_numpy(english < given).nonzero()[:, 0].to(device)].mean(0)))
    full, lonely = student.normal(torch.cat(encoded, 1)).split([len(english), len(vocabulary)])
    reported = torch.zeros(len(texts) - first, full.shape[1], device=device)
    reported[torch.from_numpy(english[english >= first] - first).to(device)] = full[torch.from_numpy(english >= first).to(device)]
    evaluate(reported, "teachers")

    # The dimensions are principal components of the joined teachers, partly whitened.
    full, english = full[torch.from_numpy(english < first).to(device)], english[english < first]
    sample = full[torch.randperm(len(full), device=device, generator=torch.Generator(device).manual_seed(options["seed"]))[:100_000]]
    _, _, v = torch.linalg.svd(sample.T @ sample / len(sample))
    project = v[: options["width"]].T
    project = project * (sample @ project).pow(2).mean(0).sqrt() ** -options["whiten"]
    targets = torch.zeros(first, options["width"], device=device)
    targets[torch.from_numpy(english).to(device)] = student.normal(full @ project)

    distil, target = [], []
    for e, z, source in parallel:
        if source != "unicode/cldr":
            distil += [e, z]
            target += [e, e]
    own = [x for p in pairs for x in p[:2] if not foreign[x]] + alone
    share = numpy.concatenate([numpy.ones(len(distil) + len(own)), numpy.full(len(made), (len(distil) + len(own)) / max(1, len(made)))])
    distil, target = (numpy.array([*x, *own, *range(given, first)]) for x in (distil, target))
    keep = usable[distil]
    good = [p for p in parallel if usable[p[0]] and usable[p[1]]]
    work = dict(
        targets=targets, distil=tensor(distil[keep]), distil_target=tensor(target[keep]), distil_weight=tensor(share[keep]).float(),
        parallel_en=tensor([p[0] for p in good]), parallel_zh=tensor([p[1] for p in good]), parallel_weight=tensor([float(PARALLEL_WEIGHT.get(p[2], 1)) for p in good]),
        shells_zh=student.Bags(*data.bags(student.SHELLS_ZH, vocabulary, simplified), device),
    )
    table = student.initial_table(bags, work["distil"], targets[work["distil_target"]], len(vocabulary), lonely @ project, device)

    @torch.no_grad()
    def vectors_of(table, gate=None):
        chunks = torch.arange(first, len(texts), device=device).split(8192)
        return torch.cat([student.normal(student.embed(table, bags, chunk, gate)[0]) for chunk in chunks])

    table = student.train(table, bags, work, options, device)
    evaluate(vectors_of(table), "table")
    gate = student.Gate(len(vocabulary), options["width"], options["inner"], device)
    table = student.train(table, bags, work, options, device, gate)
    evaluate(vectors_of(student.four_bits(table), gate), "4 bits, with its gate")
    save(out, table, gate, options)
    say("saved")


def save(out, table, gate, options):
    rows, scale = student.quantize(table)
    os.makedirs(out, exist_ok=True)
    half = len(rows) // 2
    rows[:half].cpu().numpy().tofile(f"{out}/rows-0.i8")
    rows[half:].cpu().numpy().tofile(f"{out}/rows-1.i8")
    scale.cpu().numpy().astype("<f4").tofile(f"{out}/scale.f32")
    gate.keys.detach().cpu().numpy().astype("<f2").tofile(f"{out}/keys.f16")
    gate.projection.detach().cpu().numpy().astype("<f4").tofile(f"{out}/projection.f32")
    json.dump(options, open(f"{out}/options.json", "w"))


if __name__ == "__main__":
    main(*sys.argv[1:])
