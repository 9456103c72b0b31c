"""Readers: each turns one public source into training rows.

A row is a dict with `kind` and `source`:
  parallel  {"en", "zh"}      the same meaning in two languages
  pair      {"query", "document"}  a request and the tool, command or skill that serves it (any language)
  text      {"text"}          English text alone, learnt from the teacher only
"""
import collections
import csv
import gzip
import io
import json
import re
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile

HAN = re.compile(r"[\u4e00-\u9fff]")


class Repository:
    """A bare or plain git clone, read at one commit."""

    def __init__(self, path):
        self.path = path
        self.names = self.git("ls-tree", "-r", "--name-only", "-z", "HEAD").decode().split("\0")

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.path, *arguments], capture_output=True, check=True).stdout

    def commit(self):
        return self.git("rev-parse", "HEAD").decode().strip()

    def read(self, names):
        """Yields (name, bytes) of many files through one git process."""
        wanted = list(names)
        ask = "".join(f"HEAD:{name}\n" for name in wanted)
        out = io.BytesIO(
            subprocess.run(["git", "-C", self.path, "cat-file", "--batch"], input=ask.encode(), capture_output=True).stdout
        )
        for name in wanted:
            header = out.readline().split()
            if len(header) < 3:
                continue
            body = out.read(int(header[2]))
            out.read(1)
            yield name, body


def spell(identifier):
    """getUserName, get_user_name, get-user-name -> get user name"""
    parts = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", identifier)
    return re.sub(r"[_\-./:]+", " ", parts).strip()


def parameters_text(properties):
    return "; ".join(f"{spell(name)}: {(value or {}).get('description', '')}" for name, value in properties.items() if isinstance(value, dict))


def pairs_file(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield {"kind": "parallel", "en": row["en"], "zh": row["zh"], "detail": row["source"]}


def tatoeba(repository):
    for _, body in repository.read(["cmn.txt"]):
        for line in body.decode().splitlines():
            fields = line.split("\t")
            if len(fields) >= 2:
                yield {"kind": "parallel", "en": fields[0], "zh": fields[1]}


def android_strings(repository):
    """res/values/*.xml beside res/values-zh-rCN/*.xml"""
    chinese = [n for n in repository.names if re.search(r"/values-zh-rCN/[^/]*\.xml$", "/" + n)]
    wanted = chinese + [n.replace("values-zh-rCN", "values") for n in chinese]
    texts = dict(repository.read(wanted))

    def entries(body):
        try:
            root = ElementTree.fromstring(body)
        except ElementTree.ParseError:
            return {}
        found = {}
        for element in root:
            name = element.get("name")
            if element.tag == "string":
                found[name] = "".join(element.itertext())
            elif element.tag in ("plurals", "string-array"):
                for index, item in enumerate(element):
                    found[f"{name}/{item.get('quantity') or index}"] = "".join(item.itertext())
        return found

    for name in chinese:
        if name not in texts or name.replace("values-zh-rCN", "values") not in texts:
            continue
        english = entries(texts[name.replace("values-zh-rCN", "values")])
        for key, zh in entries(texts[name]).items():
            if key in english:
                yield {"kind": "parallel", "en": plain_android(english[key]), "zh": plain_android(zh)}


def plain_android(text):
    text = re.sub(r"%(\d\$)?[sd]|\\[nu]\w*|<[^>]+>", " ", text)
    return text.replace('\\"', '"').replace("\\'", "'").strip().strip('"')


def activepieces(repository):
    """Automation pieces: key (English) -> Chinese; the first strings of a piece are its actions and their descriptions."""
    names = [n for n in repository.names if n.endswith("src/i18n/zh.json")]
    for name, body in repository.read(names):
        piece = spell(name.split("/")[-4])
        for english, zh in json.loads(body).items():
            if english != zh and HAN.search(zh):
                yield {"kind": "parallel", "en": english, "zh": zh}
            elif 12 < len(english) < 300:
                yield {"kind": "text", "text": english}
    actions = [n for n in repository.names if re.search(r"pieces/community/[^/]+/src/lib/(actions|triggers)?/?.*\.ts$", n)]
    for name, body in repository.read(actions):
        text = body.decode("utf-8", "ignore")
        shown = re.search(r"displayName:\s*['\"`]([^'\"`]+)", text)
        told = re.search(r"\bdescription:\s*['\"`]([^'\"`]+)", text)
        if shown and told and len(told.group(1)) > 15:
            piece = spell(name.split("pieces/community/")[1].split("/")[0])
            fields = re.findall(r"displayName:\s*['\"`]([^'\"`]+)", text)[1:8]
            yield {"kind": "pair", "query": told.group(1), "document": f"{piece} {shown.group(1)}: {'; '.join(fields)}"}
            yield {"kind": "pair", "query": f"{shown.group(1)} in {piece}", "document": f"{piece}: {told.group(1)}"}


def lobe_agents(repository):
    yield from lobe(repository, re.compile(r"^locales/(.+)/index\.zh-CN\.json$"), ["locales/{}/index.en-US.json", "src/{}.json", "locales/{}/index.json"])


def lobe_plugins(repository):
    yield from lobe(repository, re.compile(r"^locales/(.+)\.zh-CN\.json$"), ["locales/{}.en-US.json", "src/{}.json"])


def lobe(repository, pattern, candidates):
    known = set(repository.names)
    chinese = {}
    for name in repository.names:
        match = pattern.match(name)
        if match:
            for candidate in candidates:
                other = candidate.format(match.group(1))
                if other in known:
                    chinese[name] = other
                    break
    texts = dict(repository.read([*chinese.keys(), *chinese.values()]))
    for zh_name, en_name in chinese.items():
        zh, en = (json.loads(texts[n]).get("meta", {}) for n in (zh_name, en_name))
        if not (zh.get("description") and en.get("description")) or HAN.search(en["description"]):
            continue
        yield {"kind": "parallel", "en": en["description"], "zh": zh["description"]}
        yield {"kind": "parallel", "en": en["title"], "zh": zh["title"]}
        english_tags, chinese_tags = " ".join(map(str, en.get("tags", []))), " ".join(map(str, zh.get("tags", [])))
        yield {"kind": "pair", "query": f"{en['title']} {english_tags}", "document": en["description"]}
        yield {"kind": "pair", "query": f"{zh['title']} {chinese_tags}", "document": en["description"]}
        yield {"kind": "pair", "query": f"{zh['title']} {chinese_tags}", "document": zh["description"]}


def tldr(repository):
    """Command pages: what the command is, and what each example does, in both languages."""
    chinese = [n for n in repository.names if n.startswith("pages.zh/") and n.endswith(".md")]
    english = [n for n in repository.names if n.startswith("pages/") and n.endswith(".md")]
    pages = {name: tldr_page(body) for name, body in repository.read(chinese + english)}
    for name in chinese:
        other = name.replace("pages.zh/", "pages/")
        if other not in pages:
            continue
        (zh_about, zh_examples, zh_commands), (en_about, en_examples, en_commands) = pages[name], pages[other]
        yield {"kind": "parallel", "en": en_about, "zh": zh_about}
        shape = lambda command: re.sub(r"\{\{.*?\}\}|\s", "", command)
        by_command = {shape(c): e for c, e in zip(en_commands, en_examples)}
        for command, zh in zip(zh_commands, zh_examples):
            if shape(command) in by_command:
                yield {"kind": "parallel", "en": by_command[shape(command)], "zh": zh}
                yield {"kind": "pair", "query": zh, "document": f"{name.split('/')[-1][:-3]}: {en_about}"}
    for name in english:
        about, examples, _ = pages[name]
        command = spell(name.split("/")[-1][:-3])
        for example in examples[:6]:
            yield {"kind": "pair", "query": example, "document": f"{command}: {about}"}


def tldr_page(body):
    lines = body.decode().splitlines()
    about = [l[2:] for l in lines if l.startswith("> ") and not re.search(r"https?://|另请|See also|更多信息", l)]
    examples = [l[2:].rstrip(":：") for l in lines if l.startswith("- ")]
    commands = [l.strip("`") for l in lines if l.startswith("`")]
    tidy = lambda text: re.sub(r"[`\[\]{}]", "", text).strip()
    return tidy(" ".join(about)), [tidy(e) for e in examples], commands


def clinc(repository):
    for _, body in repository.read(["data/data_full.json"]):
        data = json.loads(body)
        for part in ("train", "val", "test"):
            for text, intent in data[part]:
                yield {"kind": "pair", "query": text, "document": spell(intent), "group": "clinc/" + intent}


def nlu_evaluation(repository):
    """Spoken requests to a home assistant with their intents (the training half of one published fold)."""
    names = [n for n in repository.names if re.search(r"Watson.*KFold_1/merged/intents/.*\.csv$", n)]
    for _, body in repository.read(names):
        for row in csv.reader(io.StringIO(body.decode("utf-8", "ignore"))):
            if len(row) == 2:
                yield {"kind": "pair", "query": row[0], "document": spell(row[1]), "group": "nlu/" + row[1]}


def banking(repository):
    names = [n for n in repository.names if re.search(r"(banking_data|span_extraction)?.*/(train|test)\.csv$", n)]
    for _, body in repository.read(names):
        for row in csv.DictReader(io.StringIO(body.decode("utf-8", "ignore"))):
            if row.get("text") and row.get("category"):
                yield {"kind": "pair", "query": row["text"], "document": spell(row["category"]), "group": "banking/" + row["category"]}


def taskbench(repository):
    """Requests that need several tools, and the tools' own descriptions; the labels are not in the snapshot."""
    for part in ("dailylifeapis", "multimedia", "huggingface"):
        texts = dict(repository.read([f"taskbench/data_{part}/{n}.json" for n in ("tool_desc", "user_requests")]))
        for node in json.loads(texts[f"taskbench/data_{part}/tool_desc.json"])["nodes"]:
            fields = "; ".join(f"{p['name']}: {p['desc']}" for p in node.get("parameters", []) if isinstance(p, dict))
            yield {"kind": "text", "text": f"{spell(node['id'])}: {node['desc']}. {fields}"}
        for line in texts[f"taskbench/data_{part}/user_requests.json"].decode().splitlines():
            yield {"kind": "text", "text": json.loads(line)["user_request"]}


def function_text(function):
    properties = (function.get("parameters") or {}).get("properties") or {}
    return f"{spell(function['name'])}: {function.get('description', '')} {parameters_text(properties)}"


def bfcl(repository):
    folder = "berkeley-function-call-leaderboard/bfcl_eval/data/"
    for part in ("live_multiple", "live_simple", "live_parallel", "live_parallel_multiple", "multiple", "parallel", "parallel_multiple", "simple_python", "simple_java", "simple_javascript"):
        texts = dict(repository.read([f"{folder}BFCL_v4_{part}.json", f"{folder}possible_answer/BFCL_v4_{part}.json"]))
        answers = {}
        for line in texts.get(f"{folder}possible_answer/BFCL_v4_{part}.json", b"").decode().splitlines():
            row = json.loads(line)
            answers[row["id"]] = {name for call in row["ground_truth"] if isinstance(call, dict) for name in call}
        for line in texts.get(f"{folder}BFCL_v4_{part}.json", b"").decode().splitlines():
            row = json.loads(line)
            request = " ".join(m["content"] for m in row["question"][0] if m["role"] == "user")
            wrong = [function_text(f) for f in row["function"] if f["name"] not in answers.get(row["id"], ())]
            for function in row["function"]:
                if function["name"] in answers.get(row["id"], ()) and len(request) < 900:
                    yield {"kind": "pair", "query": request, "document": function_text(function), "hard": wrong[:4]}
    part = dict(repository.read([f"{folder}BFCL_v4_irrelevance.json"]))
    for body in part.values():
        for line in body.decode().splitlines():
            for function in json.loads(line)["function"]:
                yield {"kind": "text", "text": function_text(function)}


def apibench(repository):
    for name in ("torchhub_train", "huggingface_eval", "tensorflow_eval", "torchhub_eval"):
        for _, body in repository.read([f"data/apibench/{name}.json"]):
            for line in body.decode().splitlines():
                row = json.loads(line)
                asked = re.search(r"Instruction'?\"?\s*:\s*(.+?)(,\s*'?\"?Output|\n###|\\n###)", row["code"], re.S)
                told = row["api_data"]
                if asked:
                    document = f"{told.get('functionality', '')} {told.get('description', '') or told.get('api_name', '')}"
                    yield {"kind": "pair", "query": asked.group(1).strip("'\" ")[:400], "document": document[:300], "group": "apibench/" + str(told.get("api_name"))}
    for _, body in repository.read([n for n in repository.names if n.startswith("data/apizoo/")]):
        try:
            rows = json.loads(body)
        except ValueError:
            continue
        for row in rows if isinstance(rows, list) else []:
            if isinstance(row, dict) and row.get("functionality"):
                fields = row.get("api_arguments") or {}
                text = f"{spell(str(row.get('api_name') or row.get('api_call', '')))}: {row['functionality']}"
                yield {"kind": "pair", "query": row["functionality"], "document": spell(str(row.get("api_name", ""))) + " " + spell(" ".join(map(str, fields if isinstance(fields, dict) else [])))}
                yield {"kind": "text", "text": text}


def toolalpaca(repository):
    for name in ("data/eval_simulated.json", "data/eval_real.json"):
        for _, body in repository.read([name]):
            for tool in json.loads(body):
                described = dict(re.findall(r"Name: (\w+)\n\s*Description: (.+)", tool.get("Functions", "")))
                answers = tool.get("Golden_Answers") or [[]] * len(tool.get("Instructions", []))
                for request, golden in zip(tool.get("Instructions", []), answers):
                    for step in golden:
                        action = step.get("Action") if isinstance(step, dict) else None
                        if action in described:
                            yield {"kind": "pair", "query": request, "document": f"{tool['Name']} {spell(action)}: {described[action]}"}
                    yield {"kind": "pair", "query": request, "document": f"{tool['Name']}: {tool['Description']}. {tool.get('Introduction', '')[:300]}"}
    for _, body in repository.read(["data/public_apis.json"]):
        for entry in json.loads(body)["entries"]:
            yield {"kind": "pair", "query": f"{entry['Category']} {entry['API']}", "document": entry["Description"]}


def api_bank(repository):
    names = [n for n in repository.names if n.startswith("api-bank/apis/") and n.endswith(".py")]
    tools = {}
    for name, body in repository.read(names):
        text = body.decode("utf-8", "ignore")
        title = re.search(r"class (\w+)\(API\)", text)
        told = re.search(r"description\s*=\s*[\"'](.+?)[\"']\s*\n", text)
        fields = re.findall(r"'description':\s*[\"'](.+?)[\"']", text)[:5]
        if title and told:
            tools[title.group(1)] = f"{spell(title.group(1))}: {told.group(1)} {'; '.join(fields)}"
            yield {"kind": "text", "text": tools[title.group(1)]}
    samples = [n for n in repository.names if re.search(r"api-bank/lv[\w-]+/.*\.jsonl?$", n)]
    for _, body in repository.read(samples):
        last = ""
        for line in body.decode("utf-8", "ignore").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if not isinstance(row, dict):
                continue
            if row.get("role") == "User":
                last = row.get("text", "")
            elif row.get("role") == "API" and row.get("api_name") in tools and last:
                yield {"kind": "pair", "query": last, "document": tools[row["api_name"]], "group": "apibank/" + row["api_name"]}


def openapi(repository, per_provider=80):
    """OpenAPI operations: summary against identifier, tag and parameters."""
    import yaml

    names = [n for n in repository.names if n.endswith("openapi.yaml") or n.endswith("swagger.yaml")]
    seen = collections.Counter()
    for name in sorted(names):
        provider = name.split("/")[1]
        if seen[provider] >= per_provider * 3:
            continue
        _, body = next(iter(repository.read([name])), (None, None))
        if body is None or len(body) > 600_000:
            continue
        try:
            document = yaml.load(body, Loader=yaml.CBaseLoader)
        except yaml.YAMLError:
            continue
        if not isinstance(document, dict):
            continue
        title = str((document.get("info") or {}).get("title", ""))
        count = 0
        paths = document.get("paths")
        for route, methods in (paths if isinstance(paths, dict) else {}).items():
            for method, operation in (methods if isinstance(methods, dict) else {}).items():
                if not isinstance(operation, dict) or count >= per_provider:
                    continue
                summary, told = str(operation.get("summary") or ""), str(operation.get("description") or "")
                told = re.split(r"\n\s*\n", told)[0][:300]
                fields = [str(p.get("name", "")) for p in operation.get("parameters") or [] if isinstance(p, dict)][:8]
                identity = spell(str(operation.get("operationId") or f"{method} {route}"))
                if len(summary) > 8 and len(told) > 12 and summary.strip(". ") != told.strip(". "):
                    yield {"kind": "pair", "query": summary, "document": f"{title}: {told}"}
                    count += 1
                elif len(summary or told) > 12:
                    yield {"kind": "pair", "query": summary or told, "document": f"{title} {identity} {spell(' '.join(fields))}"}
                    count += 1
        seen[provider] += count


def home_assistant(repository):
    names = [n for n in repository.names if re.search(r"homeassistant/components/[^/]+/strings\.json$", n)]
    for name, body in repository.read(names):
        component = spell(name.split("/")[2])
        data = json.loads(body)
        for key, service in (data.get("services") or {}).items():
            name_text, told = service.get("name", ""), service.get("description", "")
            fields = [f.get("description", "") for f in (service.get("fields") or {}).values()]
            fields = [f for f in fields if f and not f.startswith("[%")][:6]
            if told and not told.startswith("[%"):
                yield {"kind": "pair", "query": told, "document": f"{component} {spell(key)} {name_text}: {'; '.join(fields)}"}


def home_intents(repository):
    """Spoken commands in two languages, grouped by intent."""
    import yaml

    told = {}
    for _, body in repository.read(["intents.yaml"]):
        for intent, about in yaml.safe_load(body).items():
            told[intent] = f"{spell(intent.replace('Hass', ''))}: {about.get('description', '')}"
    names = [n for n in repository.names if re.match(r"tests/(en|zh-cn)/.*\.yaml$", n)]
    for _, body in repository.read(names):
        data = yaml.load(body, Loader=yaml.CSafeLoader) or {}
        for test in data.get("tests") or []:
            intent = (test.get("intent") or {}).get("name")
            for sentence in (test.get("sentences") or [])[:3]:
                if intent in told:
                    yield {"kind": "pair", "query": sentence, "document": told[intent], "group": "ha/" + intent}


def skills(repository):
    """SKILL.md: name and headings and first lines against the description."""
    import yaml

    names = [n for n in repository.names if n.endswith("SKILL.md")]
    for _, body in repository.read(names):
        parts = re.split(r"^---\s*$", body.decode("utf-8", "ignore"), maxsplit=2, flags=re.M)
        if len(parts) < 3:
            continue
        try:
            head = yaml.safe_load(parts[1])
        except yaml.YAMLError:
            continue
        if not isinstance(head, dict) or not head.get("description") or not head.get("name"):
            continue
        document = f"{spell(str(head['name']))}: {head['description']}"
        for quoted in re.findall(r"[\"“]([^\"”]{6,80})[\"”]", str(head["description"]))[:6]:
            rest = document.replace(quoted, "")
            yield {"kind": "pair", "query": quoted, "document": rest, "skill": str(head["name"]), "about": str(head["description"])}
        lines = re.findall(r"^(?:#+|[-*]) +(.{12,140})$", parts[2], flags=re.M)[:7]
        for line in lines:
            line = re.sub(r"[*`#\[\]]|\(http[^)]*\)", "", line).strip()
            yield {"kind": "pair", "query": line, "document": document, "skill": str(head["name"]), "about": str(head["description"])}


def mcp_list(repository):
    """Lists of servers: `- [name](link) icons - what it does`, the same link in two languages."""
    line_form = re.compile(r"^[-*] \[([^\]]+)\]\((https?://[^)]+)\)(.*?)\s[-–—]\s(.+)$", re.M)
    listed = {}
    for name, body in repository.read([n for n in ("README.md", "README-zh.md") if n in repository.names]):
        listed[name] = {link: (title, told) for title, link, _, told in line_form.findall(body.decode())}
    for link, (title, told) in listed.get("README.md", {}).items():
        told = re.sub(r"<[^>]+>|!?\[([^\]]*)\]\([^)]*\)", r"\1", told)
        short = spell(title.split("/")[-1])
        yield {"kind": "pair", "query": short, "document": told}
        yield {"kind": "text", "text": told[:300]}
        if link in listed.get("README-zh.md", {}) and HAN.search(listed["README-zh.md"][link][1]):
            yield {"kind": "parallel", "en": told[:400], "zh": listed["README-zh.md"][link][1][:400]}


def public_apis(repository):
    category = ""
    for _, body in repository.read(["README.md"]):
        for line in body.decode().splitlines():
            if line.startswith("### "):
                category = line[4:]
            row = re.match(r"\|? ?\[([^\]]+)\]\([^)]*\) \| ([^|]+) \|", line)
            if row:
                yield {"kind": "pair", "query": f"{category} {row.group(1)}", "document": row.group(2)}


def unicode_names(folder):
    """Names of everyday things, countries, languages and units: Unicode CLDR and emoji labels, unpacked from npm."""
    def load(path):
        with open(f"{folder}/{path}", encoding="utf-8") as file:
            return json.load(file)

    english, chinese = (load(f"package/annotations/{l}/annotations.json")["annotations"]["annotations"] for l in ("en", "zh"))
    for sign, zh in chinese.items():
        if sign in english and zh.get("tts"):
            yield {"kind": "parallel", "en": english[sign]["tts"][0], "zh": zh["tts"][0]}
            yield {"kind": "parallel", "en": " ".join(english[sign].get("default", [])), "zh": " ".join(zh.get("default", []))}
    for file in ("territories", "languages", "units", "dateFields", "timeZoneNames"):
        english, chinese = (flat(load(f"package/main/{l}/{file}.json")["main"][l]) for l in ("en", "zh"))
        for key, zh in chinese.items():
            if key in english:
                yield {"kind": "parallel", "en": english[key], "zh": zh}


def flat(value, prefix=""):
    if isinstance(value, dict):
        return {k: v for key, item in value.items() for k, v in flat(item, f"{prefix}/{key}").items()}
    return {prefix: value} if isinstance(value, str) else {}


def written(path):
    """Pairs written for this model: description in both languages, then requests in both, separated by |."""
    for line in open(path, encoding="utf-8"):
        if line.startswith("#") or not line.strip():
            continue
        fields = [f.strip() for f in line.split("|")]
        en, zh, requests = fields[0], fields[1], [r for r in fields[2:] if r]
        yield {"kind": "parallel", "en": en.split(":", 1)[-1], "zh": zh}
        for request in requests:
            for document in (en, zh):
                yield {"kind": "pair", "query": request, "document": document, "group": "written/" + en}


def gpteacher(repository):
    """General instructions, for their way of asking."""
    for _, body in repository.read([n for n in repository.names if re.search(r"(toolformer-dedupe-only-dataset|roleplay-instruct|codegen-instruct)\.json$", n)]):
        for row in json.loads(body):
            asked = row["instruction"].split("\n")[-1]
            yield {"kind": "text", "text": f"{asked} {row.get('input', '')}"[:300]}


def snips(repository):
    for name, body in repository.read([n for n in repository.names if re.search(r"custom-intent-engines/.*/train_\w+_full\.json$", n)]):
        for intent, rows in json.loads(body.decode("utf-8", "ignore")).items():
            for row in rows:
                yield {"kind": "pair", "query": "".join(part["text"] for part in row["data"]), "document": spell(intent), "group": "snips/" + intent}


def lobe_prompts(repository):
    """Sentences of assistants' English instructions: what people ask assistants to be good at."""
    for _, body in repository.read([n for n in repository.names if re.match(r"(src/[^.]+|locales/[^/]+/index(\.en-US)?)\.json$", n)]):
        role = (json.loads(body).get("config") or {}).get("systemRole") or ""
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", role):
            sentence = re.sub(r"^[\s\-*#\d.]+|[*`#]", "", sentence)
            if 25 < len(sentence) < 260 and sentence.isascii():
                yield {"kind": "text", "text": sentence}


def crosswoz(repository):
    """Chinese travel dialogues: a user's sentence against the domain and slots it asks for."""
    for name in ("data/crosswoz/val.json.zip", "data/crosswoz/test.json.zip"):
        for _, body in repository.read([name]):
            archive = zipfile.ZipFile(io.BytesIO(body))
            for dialogue in json.loads(archive.read(archive.namelist()[0])).values():
                for message in dialogue["messages"]:
                    if message.get("role") != "usr":
                        continue
                    acts = {(a[1], a[2]) for a in message.get("dialog_act", []) if a[1] not in ("greet", "none", "bye", "thank")}
                    if acts:
                        yield {"kind": "pair", "query": message["content"], "document": "查询" + "，".join(f"{d}{s}" for d, s in sorted(acts)), "group": "crosswoz/" + str(sorted(acts))}
