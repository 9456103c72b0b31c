"""Reads and writes the weights of the scan for orders: weights.json, word-weights.json and gram-weights.json of one folder."""
import collections, json

SEPARATORS = {"word-weights": " ", "gram-weights": "|"}

def read_models(folder):
    """For each setting, its bias and the weights of the columns."""
    models = {}
    for setting, model in json.load(open(f"{folder}/weights.json")).items():
        pairs = (pair.rsplit("=", 1) for line in model["weights"] for pair in line.split(" "))
        models[setting] = model["bias"], {name: float(weight) for name, weight in pairs}
    return models

def model_of(bias, weights):
    """A model as it is written: without weights that change next to nothing."""
    pairs = [f"{name}={round(float(weight), 2):g}" for name, weight in sorted(weights.items()) if abs(weight) >= 0.05]
    return {"bias": round(float(bias), 2), "weights": wrapped(pairs, " ", 700)}

def read_table(folder, name):
    """The two weights of each entry in units, and the unit."""
    table, read = json.load(open(f"{folder}/{name}.json")), {}
    for group in ";".join(table["lines"]).split(";"):
        head, *entries = group.split(SEPARATORS[name])
        for entry in entries: read[entry] = tuple(int(part) for part in head.split(","))
    return read, table["unit"]

def table_of(name, unit, units):
    """A table as it is written: `skill,tool entry entry…` for each pair of weights, in units."""
    groups, separator = collections.defaultdict(list), SEPARATORS[name]
    for entry, pair in units.items(): groups[tuple(int(each) for each in pair)].append(entry)
    written = [f"{skill},{tool}{separator}{separator.join(sorted(entries))}" for (skill, tool), entries in sorted(groups.items())]
    return {"unit": unit, "lines": wrapped(written, ";", 1000)}

def wrapped(items, separator, width):
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) > width: lines.append("")
        lines[-1] += separator * bool(lines[-1]) + item
    return lines

def write(folder, name, content):
    with open(f"{folder}/{name}.json", "w") as file: file.write(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
