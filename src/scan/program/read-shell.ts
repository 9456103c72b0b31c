import { type Command, forEachChild, parse, type SyntaxNode } from "unbash";
import { TELLS_SECRETS } from "./carried-data.ts";
import {
  type Atom,
  type Flow,
  fileName,
  MAX_PROGRAM,
  type Program,
  type Range,
  type Use,
} from "./program.ts";

/** Prefixes that do not change what a command does. */
const WRAPPERS = new Set([
  "sudo",
  "nohup",
  "command",
  "exec",
  "time",
  "env",
  "nice",
  "xargs",
  "doas",
  "builtin",
  "timeout",
]);
const MAX_DEPTH = 200;

/** Reads a shell script: its commands, their output files, and the data flow between them. */
export function readShell(text: string, file: string, offset: number): Program {
  const script = parse(text.slice(0, MAX_PROGRAM / 2));
  const reader: Reader = { atoms: [], flows: [], uses: [], functions: new Set() };
  visit(script, { reader, from: undefined, piped: undefined, isEndless: false, depth: 0 });
  for (const use of reader.uses) {
    if (reader.functions.has(use.name)) {
      reader.flows.push({ to: ["1", "2", "3", "@", "*"], from: use.from, end: use.end });
    }
  }
  const { atoms, flows, uses } = reader;
  return {
    language: "shell",
    file,
    offset,
    atoms: atoms.sort((a, b) => a.at - b.at),
    flows,
    uses,
    isBroken: (script.errors?.length ?? 0) > 8,
  };
}

interface Reader {
  readonly atoms: Atom[];
  readonly flows: Flow[];
  readonly uses: Use[];
  readonly functions: Set<string>;
}

interface Place {
  readonly reader: Reader;
  /** The start of the pipeline. Its earlier parts flow into the command. */
  readonly from: number | undefined;
  /** The start of the pipeline that a loop reads. */
  readonly piped: number | undefined;
  readonly isEndless: boolean;
  readonly depth: number;
}

function visit(node: SyntaxNode, place: Place): void {
  if (place.depth > MAX_DEPTH) return;
  const { reader } = place;
  let inner: Place = { ...place, depth: place.depth + 1 };
  if (node.type === "Pipeline") inner = { ...inner, from: node.pos };
  else if (node.type === "Statement") inner = { ...inner, from: undefined };
  else if (node.type === "Command") command(node, place);
  else if (node.type === "Assignment")
    reader.flows.push({ to: [node.name], from: node.pos + node.name.length, end: node.end });
  else if (node.type === "For")
    reader.flows.push({ to: [node.name.value], from: node.pos, end: node.body.pos });
  else if (node.type === "While") {
    inner = {
      ...inner,
      piped: place.from ?? place.piped,
      isEndless: inner.isEndless || /^\s*(?:true|:|\[\s*1\s*\])\s*;?\s*$/.test(wordsOf(node.clause)),
    };
  } else if (node.type === "Function") reader.functions.add(node.name.value);
  else if (node.type === "Word") reader.atoms.push({ at: node.pos, kind: "text", value: node.value });
  else if (node.type === "SimpleExpansion")
    reader.atoms.push({ at: node.pos, kind: "name", value: node.text.slice(1) });
  else if (node.type === "ParameterExpansion")
    reader.atoms.push({ at: node.pos, kind: "name", value: node.parameter });
  else if (node.type === "HereDocBody")
    reader.atoms.push({ at: node.pos, kind: "text", value: node.text.slice(0, 4000) });
  else if (node.type === "DoubleQuoted" && node.parts.length > 1) {
    reader.atoms.push({ at: node.pos, kind: "text", value: node.text.slice(1, -1) });
  }
  forEachChild(node, (child) => visit(child, inner));
}

function wordsOf(node: SyntaxNode): string {
  const words: string[] = [];
  const collect = (child: SyntaxNode, depth: number) => {
    if (child.type === "Word") words.push(child.value);
    else if (depth < 8) forEachChild(child, (next) => collect(next, depth + 1));
  };
  collect(node, 0);
  return words.join(" ");
}

function command(node: Command, { reader, from, piped, isEndless }: Place): void {
  const all = [node.name, ...node.args].flatMap((word) => (word?.type === "Word" ? [word] : []));
  const skipped = all.findIndex(
    ({ value }, at) => !WRAPPERS.has(value) && !(at > 0 && /^-|^\w+=/.test(value)),
  );
  const words = all.slice(Math.max(0, skipped)).map(({ value }) => value);
  const name = (words[0] ?? "").split("/").at(-1) ?? "";
  const range: Range = { from: from ?? node.pos, end: node.end };
  reader.atoms.push({ at: node.pos, kind: "call", value: name });
  const said = words.slice(0, 3).join(" ");
  if (TELLS_SECRETS.test(said)) reader.atoms.push({ at: node.pos, kind: "call", value: said });
  if (name === "read" && from === undefined && piped !== undefined)
    reader.flows.push({ from: piped, end: node.pos, to: targetsOf(name, words) });
  reader.uses.push({ ...range, name, at: node.pos, words, isEndless });
  for (const target of targetsOf(name, words)) reader.flows.push({ ...range, to: [target] });
  for (const redirect of node.redirects) {
    if (redirect.type === "Redirect" && redirect.target !== undefined && redirect.operator.includes(">")) {
      const { value } = redirect.target;
      reader.flows.push({ ...range, to: [fileName(value)] });
      reader.uses.push({ ...range, name: ">", at: node.pos, words: [redirect.operator, value], isEndless });
    }
  }
}

/** The variables and files that a command writes. */
function targetsOf(name: string, words: readonly string[]): string[] {
  const last = words.at(-1) ?? "";
  if (name === "read") return words.slice(1).filter((word) => !word.startsWith("-"));
  if (name === "tee") return words.slice(1).map(fileName);
  if (name === "cp" || name === "mv" || name === "ln") return [fileName(last)];
  if (name === "tar" || name === "zip" || name === "7z") {
    return words.filter((word) => /\.(?:zip|tgz|tar|gz|7z)/.test(word)).map(fileName);
  }
  if (name !== "curl" && name !== "wget") return [];
  const at = words.findIndex(
    (word) =>
      /^(?:-o|--output|-[a-zA-Z]*o|--output-document)$/.test(word) ||
      (name === "wget" && /^-[a-zA-Z]*O$/.test(word)),
  );
  if (at !== -1) return [fileName(words[at + 1] ?? "")];
  const joined = words
    .map((word) => /^(?:--output(?:-document)?=|-o)(.+)$/.exec(word)?.[1])
    .find((word) => word !== undefined);
  if (joined !== undefined) return [fileName(joined)];
  const keepsName =
    name === "wget"
      ? !words.includes("-qO-")
      : words.some((word) => /^-[a-zA-Z]*O|^--remote-name/.test(word));
  const address = words.find((word) => /^https?:\/\//.test(word)) ?? "";
  return keepsName && address !== "" ? [fileName(address.replace(/[?#].*$/, ""))] : [];
}
