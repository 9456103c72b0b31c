"""Chooses the vocabulary: python vocabulary.py CORPUS TOKENIZER_JSON JIEBA_DICT TS_CHARACTERS OUT.json [options as k=v]"""
import collections
import gzip
import json
import math
import re
import sys

import tokens


def simplified_table(path):
    table = {}
    for line in open(path, encoding="utf-8"):
        fields = line.rstrip("\n").split("\t")
        if len(fields) == 2 and len(fields[0]) == 1:
            target = fields[1].split(" ")[0]
            if len(target) == 1 and target != fields[0] and ord(fields[0]) < 0x10000 and ord(target) < 0x10000:
                table[fields[0]] = target
    return table


def main(corpus, tokenizer, jieba, characters, out, words=14000, pairs=8000, chinese=22000):
    table = simplified_table(characters)
    pieces = [p for p in json.load(open(tokenizer))["model"]["vocab"] if re.fullmatch(r"(##)?[a-z]+", p) or re.fullmatch(r"[a-z0-9]*[a-z][a-z0-9]*", p)]
    dictionary = {}
    for line in open(jieba, encoding="utf-8"):
        word, frequency, _ = line.split(" ")
        if 2 <= len(word) <= 4 and re.fullmatch("[\u4e00-\u9fff]+", word):
            dictionary[word] = int(frequency)
    english, neighbours, han = collections.Counter(), collections.Counter(), collections.Counter()
    for line in gzip.open(corpus, "rt", encoding="utf-8"):
        row = json.loads(line)
        weight = 1 if row["source"].startswith("parallel/") else 2
        for key in ("en", "zh", "query", "document", "text"):
            before = ""
            for run in tokens.RUN.findall(tokens.normalize(row.get(key, ""), table)):
                if run[0] >= "\u3400":
                    before = ""
                    for start in range(len(run)):
                        han[run[start]] += weight
                        for end in range(start + 2, min(start + 4, len(run)) + 1):
                            if run[start:end] in dictionary:
                                han[run[start:end]] += weight
                    continue
                if run.isdigit() or len(run) > tokens.MAX_WORD:
                    before = ""
                    continue
                english[run] += weight
                if before:
                    neighbours[before, run] += weight
                before = run
    total = sum(english.values())
    known = set(pieces)
    more = [w for w, n in english.most_common() if w not in known and n >= 6 and len(w) > 2][: int(words)]
    # A pair earns a row when it is much more frequent than its words by chance, and not made of function words alone.
    common = {w for w, _ in english.most_common(60)}
    gain = {}
    for (a, b), n in neighbours.items():
        if n >= 25 and not (a in common or b in common) and len(a) > 1 and len(b) > 1:
            gain[f"{a} {b}"] = n * math.log(n * total / (english[a] * english[b]))
    chosen_pairs = sorted(gain, key=gain.get, reverse=True)[: int(pairs)]
    chars = [w for w, n in han.most_common() if len(w) == 1 and n >= 2]
    chinese_words = [w for w, n in han.most_common() if len(w) > 1 and n >= 5][: int(chinese)]
    vocabulary = list(dict.fromkeys([*pieces, *more, *chosen_pairs, *chars, *chinese_words]))
    json.dump({"vocabulary": vocabulary, "simplified": table}, open(out, "w"), ensure_ascii=False)
    print("pieces", len(pieces), "words", len(more), more[-5:], "pairs", len(chosen_pairs), chosen_pairs[:8], chosen_pairs[-5:], "characters", len(chars), "chinese words", len(chinese_words), chinese_words[-5:], "total", len(vocabulary))


if __name__ == "__main__":
    main(*[a for a in sys.argv[1:] if "=" not in a], **dict(a.split("=") for a in sys.argv[1:] if "=" in a))
