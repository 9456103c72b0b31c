"""Fits the weights of the scan for orders, beside the rows.txt and names.json of export-rows.ts.

Usage: fit_orders.py OLD_WEIGHTS.ts SKILL_SHARE TOOL_SHARE [PENALTY]
--whole leaves the halves out. The shares are those of honest skills and descriptions that may score above 0. Writes weights.json; prints, fitted on one half of the
sources and wordings and judged on the other, how many are found at these shares."""
import collections, json, re, sys
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

# How long the vectors of sentences are, beside columns of 0 and 1; how far their weights may go; how leanings are rounded and how many are kept.
LENGTH, VECTOR_PENALTY, UNIT, MAX_WORDS = 6.0, 2.0, 0.1, 14_000
names = json.load(open("names.json"))
labels, weights, bags, indices, starts, spoken = [], [], [], [], [0], []
for line in open("rows.txt"):
    label, weight, bag, columns, words = line.rstrip("\n").split(" ")
    spoken.append(words.split(",") if words else [])
    labels.append(int(label)); weights.append(float(weight)); bags.append(bag)
    indices.extend(int(column) for column in columns.split(",") if column)
    starts.append(len(indices))
y, given, bags = np.array(labels), np.array(weights), np.array(bags)
X = csr_matrix((np.ones(len(indices), np.float32), indices, starts), shape=(len(y), len(names)))
total, hostile = np.asarray(X.sum(0)).ravel(), np.asarray(X[y == 1].sum(0)).ravel()
kept = (total >= 8) & ((hostile >= 3) | (total >= 60))
X, names = X[:, kept], [name for name, keep in zip(names, kept) if keep]
kind = np.array([bag[0] for bag in bags]); fold = np.array([int(bag[1]) for bag in bags])
source = np.array([bag[3:].split(":")[0] for bag in bags])
penalty = float(sys.argv[4]) if len(sys.argv) > 4 and sys.argv[4] != "--whole" else 4.0
penalties = np.array([penalty * (2.0 if "+" in name or ">" in name else 1.0) for name in names])

# Words of like meaning get like weights: the weight of a word is a linear function of its vector in the embedded model.
vocabulary = json.load(open("words.json")); row_of = {word: row for row, word in enumerate(vocabulary)}
vectors = np.fromfile("vectors.bin", np.float32).reshape(len(vocabulary), -1)
known = [[row_of[word] for word in words if word in row_of] for words in spoken]
lengths = np.array([len(rows) for rows in known])
share = np.repeat(1 / np.sqrt(np.maximum(1, [len(words) for words in spoken])), lengths)
bag_of_words = csr_matrix((share, [row for rows in known for row in rows], np.append(0, np.cumsum(lengths))),
                          shape=(len(y), len(vocabulary)))
D = np.asarray(bag_of_words @ vectors, np.float32)
stretch = LENGTH / np.sqrt((D[y == 0] ** 2).sum(1).mean())
D *= stretch; size = D.shape[1]
penalties = np.append(penalties, np.full(size, VECTOR_PENALTY))

def scores(point, rows=slice(None)):
    return X[rows] @ point[:-1 - size] + D[rows] @ point[-1 - size:-1] + point[-1]

def old_weights(setting):
    """The weights in use: what is fitted stays near them where the rows say nothing else."""
    text = open(sys.argv[1]).read()
    part = text[text.index(f"  {setting}: {{"):]
    body = part[part.index("`") + 1:]; body = body[:body.index("`")]
    known = dict((pair.rsplit("=", 1)[0], float(pair.rsplit("=", 1)[1])) for pair in body.split())
    bias = float(re.search(r"bias: (-?[\d.]+)", part).group(1))
    return np.concatenate([[0.7 * known.get(name, 0.0) for name in names], np.zeros(size), [bias]])

def minimized(mask, weight, start, prior):
    rows, dense, sign, each = X[mask], D[mask], 2 * y[mask] - 1, weight[mask]
    def loss(point):
        margin = (rows @ point[:-1 - size] + dense @ point[-1 - size:-1] + point[-1]) * sign
        slope = -each * sign / (1 + np.exp(np.clip(margin, -50, 50)))
        away = point[:-1] - prior[:-1]
        value = (each * np.logaddexp(0, -margin)).sum() + 0.5 * (penalties * away**2).sum()
        return value, np.append(np.append(rows.T @ slope, dense.T @ slope) + penalties * away, slope.sum())
    return minimize(loss, start, jac=True, method="L-BFGS-B", options=dict(maxiter=80)).x

def train(setting, selected):
    """Of each hostile text only its strongest sentence counts, chosen anew twice; hard honest sentences weigh more."""
    honest = "B" if setting == "skill" else "T"
    base = np.where(y == 1, 1.0, np.where(kind == honest, 0.05, 0.003) * given)
    base[(y == 1) & np.char.endswith(source, "-tool")] *= 0.5 if setting == "skill" else 2
    if setting == "tool": base[np.isin(source, ["payloads", "shared-bad"])] *= 3
    prior = old_weights(setting)
    texts = collections.defaultdict(list)
    for row in np.where(y == 1)[0]: texts[bags[row]].append(row)
    point, weight = minimized(selected, base, prior.copy(), prior), base.copy()
    for _ in range(2):
        score = scores(point)
        mask = (y == 0)
        for rows in texts.values(): mask[rows[int(np.argmax(score[rows]))]] = True
        mine = (y == 0) & (kind == honest)
        weight[y == 0] = base[y == 0]
        hard = mine & (score > np.quantile(score[mine], 0.985))
        weight[hard] *= 12
        point = minimized(mask & selected, weight, point, prior)
    return point

def strongest(score):
    found = collections.defaultdict(lambda: -99.0)
    for bag, value in zip(bags, score):
        if value > found[bag]: found[bag] = value
    return found

def threshold(found, honest, count, share):
    return np.sort([value for bag, value in found.items() if bag[0] == honest])[::-1][int(count * share)]

def report(setting, honest, count, share):
    score = np.zeros(len(y))
    for half in (0, 1):
        point = train(setting, fold != half)
        score[fold == half] = scores(point, fold == half)
    found = strongest(score)
    for each in (share / 2, share, share * 2):
        limit = threshold(found, honest, count, each)
        rates = collections.defaultdict(list)
        for bag, value in found.items():
            if bag[0] == "P": rates[bag[3:].split(":")[0]].append(value > limit)
        print(setting, each, {name: round(float(np.mean(rate)), 2) for name, rate in rates.items()}, flush=True)

out, leanings = {}, []
for setting, honest, share in (("skill", "B", float(sys.argv[2])), ("tool", "T", float(sys.argv[3]))):
    count = len({bag for bag in bags if bag[0] == honest}) * (1.05 if honest == "B" else 1.6)
    if "--whole" not in sys.argv: report(setting, honest, count, share)
    point = train(setting, np.ones(len(y), bool))
    leaning = np.round(stretch * (vectors @ point[-1 - size:-1]) / UNIT).astype(int)
    leanings.append(leaning)
    rounded = X @ point[:-1 - size] + UNIT * (bag_of_words @ leaning) + point[-1]
    limit = threshold(strongest(rounded), honest, count, share)
    chosen = {name: round(float(value), 2) for name, value in zip(names, point[:-1 - size]) if abs(value) >= 0.05}
    out[setting] = {"bias": round(float(point[-1] - limit), 2), "weights": dict(sorted(chosen.items()))}
    print(setting, out[setting]["bias"], len(chosen), np.percentile(leaning, [0, 1, 10, 50, 90, 99, 100]), flush=True)
json.dump(out, open("weights.json", "w"), indent=1, ensure_ascii=False)
used = np.asarray((bag_of_words > 0).sum(0)).ravel()
strength = np.maximum(np.abs(leanings[0]), np.abs(leanings[1])) * np.log2(2 + used)
lines = collections.defaultdict(list)
for row in np.argsort(-strength)[:MAX_WORDS]:
    if strength[row] > 0: lines[(int(leanings[0][row]), int(leanings[1][row]))].append(vocabulary[row])
with open("leanings.txt", "w") as file:
    for (skill, tool), words in sorted(lines.items()): file.write(f"{skill},{tool} {' '.join(sorted(words))}\n")
