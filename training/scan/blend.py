"""Blends two fits: blend.py EARLIER LATER TARGET SHARE SKILL TOOL. SHARE is that of the later one; SKILL and TOOL are added to the biases."""
import sys
from weight_files import model_of, read_models, read_table, table_of, write

earlier, later, target = sys.argv[1:4]
share, shifts = float(sys.argv[4]), dict(zip(("skill", "tool"), map(float, sys.argv[5:7])))

def blended(one, other): return (1 - share) * one + share * other

one, other, models = read_models(earlier), read_models(later), {}
for kind, shift in shifts.items():
    both = {name: blended(one[kind][1].get(name, 0), other[kind][1].get(name, 0)) for name in one[kind][1] | other[kind][1]}
    models[kind] = model_of(blended(one[kind][0], other[kind][0]) + shift, both)
write(target, "weights", models)

def merged(name, least, most):
    (one, unit), (other, later_unit) = read_table(earlier, name), read_table(later, name)
    assert unit == later_unit
    units = {entry: tuple(round(blended(*pair)) for pair in zip(one.get(entry, (0, 0)), other.get(entry, (0, 0)))) for entry in one | other}
    strongest = sorted((entry for entry in units if max(map(abs, units[entry])) >= least), key=lambda entry: (max(map(abs, units[entry])), entry), reverse=True)
    return table_of(name, unit, {entry: units[entry] for entry in strongest[:most]})

write(target, "word-weights", merged("word-weights", 1, 14_000))
write(target, "gram-weights", merged("gram-weights", 2, None))
