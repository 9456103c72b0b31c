"""Fits a correction to the weights in use: refit.py FOLDER WEIGHTS TARGET SKILL TOOL [--folds]. FOLDER holds what export-rows.ts wrote.

The scores of the weights in use are part of every row, so the fit starts from all that earlier fits knew, and the penalty pulls towards them
instead of towards zero. SKILL and TOOL are added to the biases. --folds first judges each third of the wordings and sources after a fit on the
other two."""
import collections, json, sys, zlib
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack
from weight_files import model_of, read_models, read_table, table_of, write

folder, weights, target = sys.argv[1:4]
shifts = dict(zip(("skill", "tool"), map(float, sys.argv[4:6])))
# Penalties of the columns, the grams and the word vectors; the length of the vectors; honest sentences below the score are sampled.
COLUMN, GRAM, VECTOR, LENGTH, DOUBTFUL, SAMPLED = 8.0, 16.0, 16.0, 6.0, -7.0, 40
MAX_LEANING, MAX_WORDS = 40, 14_000

def read(name): return json.load(open(f"{folder}/{name}"))

names, vocabulary = read("names.json"), read("words.json")
row_of = {word: row for row, word in enumerate(vocabulary)}
kinds, sources, groups, texts, columns, grams, words, scores_in_use = ([] for _ in range(8))
for at, line in enumerate(open(f"{folder}/rows.jsonl")):
    row = json.loads(line)
    own = {"B": ["skill"], "T": ["tool", "skill"], "P": ["skill", "tool"]}[row["kind"]]
    if row["kind"] != "P" and row["source"] != "honest" and max(row["scores"][each] for each in own) < DOUBTFUL and at % SAMPLED: continue
    for values, name in ((kinds, "kind"), (sources, "source"), (groups, "group"), (texts, "text"), (columns, "columns"), (grams, "grams"), (words, "words"), (scores_in_use, "scores")): values.append(row[name])
kinds, sources, groups, texts = map(np.array, (kinds, sources, groups, texts))
y = kinds == "P"
fold = np.array([zlib.crc32(group.encode()) % 3 for group in groups])
offsets = {each: np.array([scores[each] for scores in scores_in_use], np.float32) for each in shifts}

def matrix(lists, width, weights=None):
    lengths = [len(each) for each in lists]
    data = np.ones(sum(lengths), np.float32) if weights is None else np.repeat(weights, lengths).astype(np.float32)
    return csr_matrix((data, [at for each in lists for at in each], np.append(0, np.cumsum(lengths))), shape=(len(lists), width))

# A gram is kept if three hostile wordings have it, or many sentences.
counts, wordings = collections.Counter(), collections.defaultdict(set)
for each, group, hostile in zip(grams, groups, y):
    counts.update(each)
    if hostile:
        for gram in each: wordings[gram].add(group)
kept = [gram for gram, count in counts.items() if len(wordings[gram]) >= 3 or (count >= 100 and gram[0] in "ubf")]
number = {gram: at for at, gram in enumerate(kept)}
N = matrix([[number[gram] for gram in each if gram in number] for each in grams], len(kept))
X = matrix(columns, len(names))
used = np.asarray(X.sum(0)).ravel() >= 20
X, used_names = X[:, used], [name for name, keep in zip(names, used) if keep]
vectors = np.fromfile(f"{folder}/vectors.bin", np.float32).reshape(len(vocabulary), -1)
share = [1 / np.sqrt(max(10, len(each))) for each in words]
D = np.asarray(matrix([[row_of[word] for word in each if word in row_of] for each in words], len(vocabulary), share) @ vectors)
stretch = LENGTH / np.sqrt((D**2).sum(1).mean()); D *= stretch
S = hstack([X, N]).tocsr(); wide, size = S.shape[1], D.shape[1]
penalties = np.concatenate([np.full(X.shape[1], COLUMN), np.full(N.shape[1], GRAM), np.full(size, VECTOR)])

def scores(point, setting): return offsets[setting] + S @ point[:wide] + D @ point[wide:-1].astype(np.float32) + point[-1]

def minimized(rows, weight, start, rounds, setting):
    sparse, dense, sign, each, offset = S[rows], D[rows], np.where(y[rows], 1.0, -1.0), weight[rows], offsets[setting][rows]
    def loss(point):
        margin = (offset + sparse @ point[:wide] + dense @ point[wide:-1].astype(np.float32) + point[-1]) * sign
        slope = -each * sign / (1 + np.exp(np.clip(margin, -40, 40)))
        value = (each * np.logaddexp(0, -margin)).sum() + 0.5 * (penalties * point[:-1] ** 2).sum()
        gradient = np.append(sparse.T @ slope, dense.T @ slope.astype(np.float32)) + penalties * point[:-1]
        return value, np.append(gradient, slope.sum())
    return minimize(loss, start, jac=True, method="L-BFGS-B", options=dict(maxiter=rounds)).x

def train(setting, selected):
    """Of each hostile text only its strongest sentence counts, chosen twice; doubtful honest sentences weigh more."""
    honest = "B" if setting == "skill" else "T"
    wording = collections.Counter(groups[y])
    weight = np.array([6.0 / wording[group] if hostile else 0.0 for group, hostile in zip(groups, y)])
    weight[y & np.char.endswith(sources, "-tool")] *= 0.5 if setting == "skill" else 1.5
    weight[y & np.isin(sources, ["payloads", "shared-bad"])] = 0.3
    mine, others = ~y & selected & (kinds == honest), ~y & selected & (kinds != honest)
    weight[mine], weight[others] = 0.3, 0.02
    weight[sources == "honest"] = 4.0
    point = np.zeros(wide + size + 1)
    for rounds in (30, 30, 40):
        score = scores(point, setting)
        strongest = {texts[row]: row for row in np.argsort(score) if y[row] and selected[row]}
        chosen = np.zeros(len(y), bool); chosen[list(strongest.values())] = True
        harder = weight.copy(); harder[mine & (score > -2.5)] = 1.0
        point = minimized(np.where(chosen | mine | others)[0], harder, point, rounds, setting)
    return point

def report(setting):
    score, honest = np.zeros(len(y)), "B" if setting == "skill" else "T"
    for each in range(3): score[fold == each] = scores(train(setting, fold != each), setting)[fold == each]
    for name, judged in (("in use", offsets[setting]), ("refitted", score)):
        best = {texts[row]: row for row in np.argsort(judged)}
        rows = np.array(list(best.values()))
        fair = np.sort(judged[rows[(kinds[rows] == honest) & (sources[rows] != "honest")]])[::-1]
        total = len({*texts[(kinds == honest) & (sources != "honest")]})
        for part in (0.003, 0.006, 0.01):
            limit = fair[int(part * total)]
            found = {str(source): round(float((judged[rows[y[rows] & (sources[rows] == source)]] > limit).mean()), 2) for source in sorted(set(sources[y]))}
            print(setting, name, part, round(float(limit), 2), found, flush=True)

def corrected(name, entries, corrections, least, most=None):
    found, unit = read_table(weights, name)
    found = {entry: np.array(pair, float) for entry, pair in found.items()}
    for entry, pair in zip(entries, np.stack(corrections, 1) / unit): found[entry] = found.get(entry, np.zeros(2)) + pair
    units = {entry: tuple(int(each) for each in np.clip(np.round(pair), -MAX_LEANING * 0.1 / unit, MAX_LEANING * 0.1 / unit)) for entry, pair in found.items()}
    ranked = sorted((entry for entry in units if max(map(abs, units[entry])) >= least), key=lambda entry: (max(map(abs, units[entry])) * (1 + spoken[entry] if most else 1), entry), reverse=True)
    return table_of(name, unit, {entry: units[entry] for entry in ranked[:most]})

spoken = {word: np.log2(1 + count) for word, count in collections.Counter(word for each in words for word in each).items()}
spoken = collections.defaultdict(float, spoken)
points, models, before = {}, {}, read_models(weights)
for setting, shift in shifts.items():
    if "--folds" in sys.argv: report(setting)
    point = points[setting] = train(setting, np.ones(len(y), bool))
    both = collections.Counter(before[setting][1])
    for name, value in zip(used_names, point): both[name] += float(value)
    models[setting] = model_of(before[setting][0] + point[-1] + shift, both)
write(target, "weights", models)
write(target, "word-weights", corrected("word-weights", vocabulary, [stretch * (vectors @ points[each][wide:-1]) for each in shifts], 1, MAX_WORDS))
write(target, "gram-weights", corrected("gram-weights", kept, [points[each][X.shape[1]:wide] for each in shifts], 2))
