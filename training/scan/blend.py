"""Blends two fits: blend.py EARLIER LATER TARGET SHARE SKILL TOOL. SHARE is that of the later one; SKILL and TOOL are added to the biases."""
import collections, re, sys

earlier, later, target = sys.argv[1:4]
share, shifts = float(sys.argv[4]), dict(zip(("skill", "tool"), map(float, sys.argv[5:7])))
COMMENT = "Generated, do not edit: see `training/scan/README.md`."

def blended(one, other): return (1 - share) * one + share * other

def weights(folder):
    text, read = open(f"{folder}/weights.ts").read(), {}
    for kind in shifts:
        bias, pairs = re.search(kind + r": \{\s*bias: (-?[\d.]+),\s*weights: `([^`]*)`", text).groups()
        read[kind] = float(bias), {pair.rsplit("=", 1)[0]: float(pair.rsplit("=", 1)[1]) for pair in pairs.split()}
    return read

def table(folder, name, separator):
    text = open(f"{folder}/{name}.ts").read()
    unit, read = float(re.search(r"unit: ([\d.]+)", text)[1]), {}
    for line in re.split(r"[;\n]", re.search(r"`\n(.*)\n`", text, re.S)[1]):
        head, *words = line.split(separator)
        for word in words: read[word] = [float(part) * unit for part in head.split(",")]
    return read

def wrapped(items, separator, width):
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) > width: lines.append("")
        lines[-1] += separator * bool(lines[-1]) + item
    return "\n".join(lines)

def write(name, comment, body): open(f"{target}/{name}.ts", "w").write(f"/** {comment} {COMMENT} */\nexport const {body}}} as const;\n")

one, other, fitted = weights(earlier), weights(later), ""
for kind, shift in shifts.items():
    both = {name: blended(one[kind][1].get(name, 0), other[kind][1].get(name, 0)) for name in one[kind][1] | other[kind][1]}
    pairs = [f"{name}={round(value, 2):g}" for name, value in sorted(both.items()) if abs(value) >= 0.05]
    fitted += f"  {kind}: {{\n    bias: {blended(one[kind][0], other[kind][0]) + shift:.2f},\n    weights: `\n{wrapped(pairs, ' ', 700)}\n`,\n  }},\n"
write("weights", "The fitted weights, as `name=weight`.", "FITTED = {\n" + fitted)

def merged(name, separator, unit, least, most):
    one, other, lines = table(earlier, name, separator), table(later, name, separator), collections.defaultdict(list)
    units = {word: tuple(round(blended(*pair) / unit) for pair in zip(one.get(word, (0, 0)), other.get(word, (0, 0)))) for word in one | other}
    strongest = sorted((word for word in units if max(map(abs, units[word])) >= least), key=lambda word: (max(map(abs, units[word])), word), reverse=True)
    for word in strongest[:most]: lines[units[word]].append(word)
    return wrapped([f"{skill},{tool}{separator}{separator.join(sorted(words))}" for (skill, tool), words in sorted(lines.items())], ";", 1000)

write("word-weights", "The weight of each word as a sign of a hostile order, as `skill,tool word word …;` in units.", f"WORD_WEIGHTS = {{\n  unit: 0.1,\n  words: `\n{merged('word-weights', ' ', 0.1, 1, 14_000)}\n`,\n")
write("gram-weights", "The weights of words and pairs of words (`gramsOf()`), as `skill,tool|gram|gram…;` in units.", f"GRAM_WEIGHTS = {{\n  unit: 0.05,\n  weights: `\n{merged('gram-weights', '|', 0.05, 2, None)}\n`,\n")
