"""Tokenisation of the embedded model; src/model/embedded/tokenize.ts does the same, and test/retrieval holds them together.

A text becomes a list of feature strings: English words or word-pieces, pairs of neighbouring English words,
Chinese characters and every Chinese word of the vocabulary that occurs (2 to 4 characters, overlapping).
"""
import re
import unicodedata

CAMEL = re.compile(r"([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])")
# Characters that stand for syllables or words, whose neighbours are read together: kana, Chinese characters, Hangul.
SIGNS = r"\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3"
CYRILLIC = r"\u0430-\u045f"
RUN = re.compile(rf"[a-z0-9]+|[{SIGNS}]+|[{CYRILLIC}]+")
LEAST_STEM, MOST_STEM = 4, 7
MAX_WORD = 32
MAX_TEXT = 20_000


def normalize(text, simplified):
    text = unicodedata.normalize("NFKC", text[:MAX_TEXT])
    text = CAMEL.sub(lambda m: f"{m[1] or m[3]} {m[2] or m[4]}", text).lower().replace("ß", "ss")
    text = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", text))
    text = unicodedata.normalize("NFC", text)
    return "".join(simplified.get(c, c) for c in text)


def word_pieces(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        end = len(word)
        while end > start and ("##" if start else "") + word[start:end] not in vocabulary:
            end -= 1
        if end == start:
            return []
        pieces.append(("##" if start else "") + word[start:end])
        start = end
    return pieces


def words_of(run):
    """A run of letters and digits: whole when it mixes both (mp3, k8s), nothing when it is a number."""
    if run.isdigit():
        return []
    return [run[:MAX_WORD]]


def stem(word, vocabulary):
    """A Cyrillic word, or the longest known beginning of it."""
    for end in range(len(word), min(LEAST_STEM, len(word)) - 1, -1):
        if word[:end] in vocabulary:
            return [word[:end]]
    return []


def candidates(normalized):
    """What of a normalised text could be rows of their own: words, beginnings of Cyrillic words, neighbouring signs."""
    for run in RUN.findall(normalized):
        if run[0] >= "\u3041":
            for start in range(len(run)):
                for end in range(start + 1, min(start + 4, len(run)) + 1):
                    yield run[start:end]
        elif run[0] >= "\u0430":
            yield run[:MAX_WORD]
            for end in range(LEAST_STEM, min(MOST_STEM, len(run) - 1) + 1):
                yield run[:end]
        elif not run.isdigit() and run.isalpha() and 2 < len(run) <= MAX_WORD:
            yield run


def features(text, vocabulary, simplified):
    found, before = [], ""
    for run in RUN.findall(normalize(text, simplified)):
        if "\u0430" <= run[0] <= "\u045f":
            before = ""
            found.extend(stem(run[:MAX_WORD], vocabulary))
            continue
        if run[0] >= "\u3041":
            before = ""
            for start in range(len(run)):
                for end in range(start + 1, min(start + 4, len(run)) + 1):
                    if run[start:end] in vocabulary:
                        found.append(run[start:end])
            continue
        for word in words_of(run):
            if word in vocabulary:
                found.append(word)
            elif re.fullmatch("[a-z]+", word):
                found.extend(word_pieces(word, vocabulary))
            else:
                for part in re.findall("[a-z]+", word):
                    found.extend([part] if part in vocabulary else word_pieces(part, vocabulary))
            if before and f"{before} {word}" in vocabulary:
                found.append(f"{before} {word}")
            before = word
        if run.isdigit():
            before = ""
    return found
