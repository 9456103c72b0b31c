"""Reads pairs of an English text and the same in another language: python training/languages_corpus.py CLONES CLDR OUT.jsonl.gz [TATOEBA…]

CLONES holds bare clones (owner+name/repo) of the Android apps, thunderbird-android and tldr listed in the model card; CLDR the unpacked
npm packages cldr-annotations-full, cldr-units-full, cldr-localenames-full and cldr-dates-full. TATOEBA are files LANGUAGE=PATH of
tab-separated pairs. The text stays out of this repository.
"""
import gzip
import html
import json
import os
import re
import subprocess
import sys

LANGUAGES = ["es", "de", "fr", "ja", "ko", "ru", "zh-TW"]
ANDROID = {"es": "es", "de": "de", "fr": "fr", "ja": "ja", "ko": "ko", "ru": "ru", "zh-TW": "zh-rTW"}
TLDR = {"zh-TW": "zh_TW"}
CLDR = {"zh-TW": "zh-Hant"}
STRING = re.compile(r'<string name="([^"]+)"[^>]*>(.*?)</string>', re.S)
ITEM = re.compile(r'<plurals name="([^"]+)"[^>]*>.*?<item quantity="other">(.*?)</item>', re.S)


def git(folder, *arguments):
    place = f"{folder}/repo"
    place = f"{place}/.git" if os.path.isdir(f"{place}/.git") else place
    return subprocess.run(["git", f"--git-dir={place}", *arguments], capture_output=True, check=False).stdout.decode("utf-8", "replace")


def shows(folder, paths):
    """The contents of many files in one process."""
    place = f"{folder}/repo"
    place = f"{place}/.git" if os.path.isdir(f"{place}/.git") else place
    asked = "".join(f"HEAD:{path}\n" for path in paths).encode()
    out = subprocess.run(["git", f"--git-dir={place}", "cat-file", "--batch"], input=asked, capture_output=True, check=False).stdout
    at = 0
    for path in paths:
        end = out.index(b"\n", at)
        head = out[at:end].split()
        at = end + 1
        if head[-1] == b"missing":
            continue
        size = int(head[-1])
        yield path, out[at : at + size].decode("utf-8", "replace")
        at += size + 1


def plain(text):
    text = re.sub(r"<[^>]+>", " ", html.unescape(text)).replace("\\n", " ").replace("\\'", "'").replace('\\"', '"')
    text = re.sub(r"%(?:\d+\$)?[a-zA-Z]|%%|\{[^}]*\}|@\w+/\w+", " ", text)
    return re.sub(r"\s+", " ", text).strip(' "')


def android(folder):
    paths = [p for p in git(folder, "ls-tree", "-r", "--name-only", "HEAD").splitlines() if re.search(r"/values(-[a-zA-Z-]+)?/[^/]*\.xml$", p)]
    wanted = {f"values-{code}": language for language, code in ANDROID.items()}
    chosen = [p for p in paths if p.split("/")[-2] in wanted or p.split("/")[-2] == "values"]
    found = {}
    for path, text in shows(folder, chosen):
        folder_name = path.split("/")[-2]
        root = path.replace(f"/{folder_name}/", "/*/").rsplit("/", 1)[0]
        table = found.setdefault((root, wanted.get(folder_name, "en")), {})
        for name, value in [*STRING.findall(text), *ITEM.findall(text)]:
            table[name] = plain(value)
    for (root, language), table in found.items():
        english = found.get((root, "en"), {})
        if language != "en":
            for name, value in table.items():
                if english.get(name):
                    yield language, english[name], value


def tldr(folder):
    paths = git(folder, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
    codes = {f"pages.{TLDR.get(language, language)}": language for language in LANGUAGES}
    foreign = [p for p in paths if p.split("/")[0] in codes]
    english = {"pages/" + p.split("/", 1)[1] for p in foreign}
    texts = dict(shows(folder, sorted({*foreign, *english})))
    lines = lambda text: [l[2:].strip(" :.") for l in text.splitlines() if l.startswith(("- ", "> ")) and "http" not in l]
    for path in foreign:
        here, there = lines(texts.get(path, "")), lines(texts.get("pages/" + path.split("/", 1)[1], ""))
        if len(here) == len(there):
            for e, x in zip(there, here):
                yield codes[path.split("/")[0]], plain(e), plain(x)


def annotations(folder):
    load = lambda code: json.load(open(f"{folder}/cldr-annotations-full/annotations/{code}/annotations.json"))["annotations"]["annotations"]
    english = load("en")
    for language in LANGUAGES:
        other = load(CLDR.get(language, language))
        for sign, held in english.items():
            there = other.get(sign, {})
            if held.get("tts") and there.get("tts"):
                yield language, held["tts"][0], there["tts"][0]
                yield language, " ".join(held.get("default", [])), " ".join(there.get("default", []))


def leaves(tree, path=()):
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, str):
        yield path, tree


def cldr_files(folder):
    for package, names in (("units", ["units"]), ("localenames", ["languages", "territories"]), ("dates", ["ca-gregorian", "dateFields"])):
        for name in names:
            load = lambda code: dict(leaves(json.load(open(f"{folder}/cldr-{package}-full/main/{code}/{name}.json"))["main"][code]))
            english = load("en")
            for language in LANGUAGES:
                for path, value in load(CLDR.get(language, language)).items():
                    if path in english and len(value) > 2:
                        yield language, plain(english[path]), plain(value)


def main(clones, cldr, out, *tatoeba):
    seen, count = set(), {}
    with gzip.open(out, "wt", encoding="utf-8") as file:
        def keep(source, language, english, other):
            if not english or not other or english == other or len(english) > 400 or len(other) > 400 or (language, english, other) in seen:
                return
            seen.add((language, english, other))
            count[source, language] = count.get((source, language), 0) + 1
            file.write(json.dumps({"source": source, "language": language, "en": english, "text": other}, ensure_ascii=False) + "\n")

        for language, e, x in [*annotations(cldr), *cldr_files(cldr)]:
            keep("unicode/cldr", language, e, x)
        for name in sorted(os.listdir(clones)):
            if re.match(r"(LineageOS|CyanogenMod)\+android|thunderbird\+", name):
                for language, e, x in android(f"{clones}/{name}"):
                    keep(name.replace("+", "/"), language, e, x)
        for language, e, x in tldr(f"{clones}/tldr-pages+tldr"):
            keep("tldr-pages/tldr", language, e, x)
        for given in tatoeba:
            language, path = given.split("=", 1)
            for line in open(path, encoding="utf-8"):
                fields = line.rstrip("\n").split("\t")
                if len(fields) >= 2:
                    keep("tatoeba", language, fields[0], fields[1])
    for key, number in sorted(count.items()):
        print(*key, number)


if __name__ == "__main__":
    main(*sys.argv[1:])
