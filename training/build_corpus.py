"""Builds the training corpus from clones of the sources and keeps every line of the test sets out of it.

python build_corpus.py CLONES PAIRS_GZ UNICODE RETRIEVAL_DATA OUT.jsonl.gz
CLONES holds one git directory per source, named owner+name (bare or not, or owner+name/repo).
UNICODE holds the unpacked npm packages cldr-{annotations,localenames,units,dates}-full.
"""
import collections
import glob
import gzip
import json
import os
import re
import sys
import unicodedata

import readers

SOURCES = [
    ("13luoyu/Transformer-machine-translation", "tatoeba", "CC BY 2.0 FR (Tatoeba)"),
    ("LineageOS/android_packages_apps_Settings", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_DeskClock", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_Contacts", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_Messaging", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_Dialer", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_UnifiedEmail", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_Car_Settings", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_TvSettings", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_DocumentsUI", "android_strings", "Apache-2.0"),
    ("CyanogenMod/android_packages_apps_Gallery2", "android_strings", "Apache-2.0"),
    ("CyanogenMod/android_packages_apps_Camera2", "android_strings", "Apache-2.0"),
    ("CyanogenMod/android_packages_apps_Calculator", "android_strings", "Apache-2.0"),
    ("LineageOS/android_packages_apps_Eleven", "android_strings", "Apache-2.0"),
    ("thunderbird/thunderbird-android", "android_strings", "Apache-2.0"),
    ("activepieces/activepieces", "activepieces", "MIT (community pieces)"),
    ("lobehub/lobe-chat-agents", "lobe_agents", "MIT"),
    ("lobehub/lobe-chat-agents", "lobe_prompts", "MIT"),
    ("teknium1/GPTeacher", "gpteacher", "MIT"),
    ("sonos/nlu-benchmark", "snips", "CC0-1.0"),
    ("lobehub/lobe-chat-plugins", "lobe_plugins", "MIT"),
    ("tldr-pages/tldr", "tldr", "CC BY 4.0"),
    ("clinc/oos-eval", "clinc", "CC BY 3.0"),
    ("xliuhw/NLU-Evaluation-Data", "nlu_evaluation", "CC BY 4.0"),
    ("PolyAI-LDN/task-specific-datasets", "banking", "CC BY 4.0"),
    ("microsoft/JARVIS", "taskbench", "MIT"),
    ("ShishirPatil/gorilla", "bfcl", "Apache-2.0"),
    ("ShishirPatil/gorilla", "apibench", "Apache-2.0"),
    ("tangqiaoyu/ToolAlpaca", "toolalpaca", "Apache-2.0"),
    ("AlibabaResearch/DAMO-ConvAI", "api_bank", "MIT"),
    ("APIs-guru/openapi-directory", "openapi", "CC0-1.0"),
    ("home-assistant/core", "home_assistant", "Apache-2.0"),
    ("home-assistant/intents", "home_intents", "CC BY 4.0"),
    ("davila7/claude-code-templates", "skills", "MIT"),
    ("punkpeye/awesome-mcp-servers", "mcp_list", "MIT"),
    ("public-apis/public-apis", "public_apis", "MIT"),
    ("thu-coai/CrossWOZ", "crosswoz", "Apache-2.0"),
]


def fold(text):
    """The spelling under which two lines count as the same."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).lower())


def kept_out(folder):
    """Every tool text and query of the sets, folded: whole texts, sentences of tools, and names."""
    lines, names = set(), set()
    for path in glob.glob(f"{folder}/*/*.jsonl"):
        for line in open(path, encoding="utf-8"):
            row = json.loads(line)
            texts = [row.get("text", ""), row.get("description", "")]
            texts += re.split(r"(?<=[.!?。！？])\s*|\n", row.get("description", ""))
            texts += re.split(r"(?<=[.!?。！？])\s*|\n", row.get("text", ""))
            for text in texts:
                folded = fold(text)
                if len(folded) >= (6 if readers.HAN.search(text) else 16):
                    lines.add(folded)
            if "name" in row:
                names.add(fold(row["name"]))
    return lines, names


def clean(text):
    text = re.sub(r"<[^>]{1,80}>", " ", text)
    text = re.sub(r"\{\{?[^}]*\}?\}|\$\{?\w+\}?|https?://\S+|&\w+;|`|\*\*", " ", text)
    return re.sub(r"\s+", " ", text).strip(" .:…。：-*#|")


def main(clones, pairs_gz, unicode_folder, data, out):
    lines, names = kept_out(data)
    bad = lambda text: fold(text) in lines or any(fold(s) in lines for s in re.split(r"(?<=[.!?。！？:])\s*|; ", text) if len(s) > 5)
    seen, written, dropped = set(), collections.Counter(), collections.Counter()
    commits = {}
    with gzip.open(out, "wt", encoding="utf-8") as sink:

        def put(row, source):
            for key in ("en", "zh", "query", "document", "text"):
                if key in row:
                    row[key] = clean(row[key])[:700]
                    if len(row[key]) < 2:
                        return
            row["source"] = source
            if row["kind"] == "parallel" and (not readers.HAN.search(row["zh"]) or readers.HAN.search(row["en"]) or len(row["en"]) < 3):
                return
            texts = [row[k] for k in ("en", "zh", "query", "document", "text") if k in row]
            if any(bad(t) for t in texts) or fold(row.pop("skill", "")) in names or bad(row.pop("about", "")):
                dropped[source] += 1
                return
            row["hard"] = [clean(t)[:500] for t in row.get("hard", []) if not bad(t)]
            if not row["hard"]:
                row.pop("hard")
            key = (row["kind"], *map(fold, texts))
            if key in seen:
                return
            seen.add(key)
            written[source, row["kind"]] += 1
            sink.write(json.dumps(row, ensure_ascii=False) + "\n")

        for row in readers.pairs_file(pairs_gz):
            put(row, "parallel/" + row.pop("detail"))
        for row in readers.unicode_names(unicode_folder):
            put(row, "unicode/cldr")
        for row in readers.written(os.path.join(os.path.dirname(os.path.abspath(__file__)), "written.txt")):
            put(row, "written")
        for name, reader, _ in SOURCES:
            folder = os.path.join(clones, name.replace("/", "+"))
            folder = folder + "/repo" if os.path.isdir(folder + "/repo") else folder
            if not os.path.isdir(folder):
                print("missing", name, file=sys.stderr)
                continue
            repository = readers.Repository(folder)
            commits[name] = repository.commit()
            try:
                for row in getattr(readers, reader)(repository):
                    put(row, name)
            except Exception as problem:  # a changed layout of one source must not hide the others
                print("stopped early", name, reader, repr(problem), file=sys.stderr)
            print(name, reader, {k[1]: v for k, v in written.items() if k[0] == name}, "kept out", dropped[name], file=sys.stderr)
    json.dump({"commits": commits, "rows": {f"{s} {k}": n for (s, k), n in written.items()}, "keptOut": dict(dropped)}, open(out + ".sources.json", "w"), indent=1)
    print("total", {k: sum(n for (s, kk), n in written.items() if kk == k) for k in ("parallel", "pair", "text")}, "kept out", sum(dropped.values()))


if __name__ == "__main__":
    main(*sys.argv[1:])
