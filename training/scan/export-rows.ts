// Writes what fit_orders.py reads: node training/scan/export-rows.ts FOLDER SET.jsonl…
// The sets are those of measure.ts. Every sentence that orders something becomes one row: label, weight, bag, columns.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EMBEDDED_MODEL_URL } from "../../src/model/embedded/load-embedded-embedder.ts";
import { readModelFile } from "../../src/model/embedded/read-model-file.ts";
import { FEATURES, featureName } from "../../src/scan/intent/features.ts";
import { ordersIn, scoreOf } from "../../src/scan/intent/orders-in.ts";
import { wordsOf } from "../../src/scan/intent/word-leaning.ts";
import { foldForMatching } from "../../src/text/fold.ts";
import { fillOrder, ORDERS } from "../../test/scan/order-templates.ts";

/** So many fillings of each template. */
const FILLINGS = 16;
/** So often each sentence of honest.txt is taken: there are few, and they are the hard ones. */
const HONEST = 8;
/** Honest sentences that the weights in use find harmless by far: one of so many is kept, and weighs as much. */
const [HARMLESS, SAMPLED] = [-5.5, 12];

const [folder = ".", ...sets] = process.argv.slice(2);
const rows: string[] = [];
const hosts: string[] = [];
let bags = 0;
let state = 20261117;
for (const set of sets) {
  for (const line of readFileSync(set, "utf8").trim().split("\n")) {
    const { source, id, label, group, files, text } = JSON.parse(line);
    const texts: string[] = files === undefined ? [text] : files.flatMap(proseOf);
    const kind = label === "bad" ? "P" : files === undefined ? "T" : "B";
    const fold = foldOf(String(group ?? id));
    add(kind, `${fold}_${source.replaceAll(" ", "")}:${bags++}`, texts);
    if (kind === "B" && hosts.length < 4000 && texts[0] !== undefined) hosts.push(texts[0].slice(0, 20_000));
  }
}
const honest = written(readFileSync(join(import.meta.dirname, "honest.txt"), "utf8")).orders;
for (const [index, line] of honest.entries()) {
  const kind = line.startsWith("[tool]") ? "T" : "B";
  const text = line.replace(/^\[\w+\] /, "");
  for (let time = 0; time < HONEST; time++) add(kind, `${index % 2}_honest:${bags++}`, [text]);
}
const { orders, pieces } = written(readFileSync(join(import.meta.dirname, "orders.txt"), "utf8"));
for (const [index, skeleton] of [...ORDERS, ...orders].entries()) {
  const name = index < ORDERS.length ? "templates" : "written";
  const kind = skeleton.startsWith("[tool]") ? `${name}-tool` : name;
  for (let filling = 0; filling < FILLINGS; filling++) {
    const order = fillOrder(fillAll(skeleton, pieces), pick);
    const isInside = !skeleton.startsWith("[tool]") && filling % 2 === 1;
    addOrder(`${index % 2}_${kind}:${bags++}`, order, isInside);
  }
}
writeFileSync(join(folder, "rows.txt"), `${rows.join("\n")}\n`);
writeFileSync(
  join(folder, "names.json"),
  JSON.stringify(Array.from({ length: FEATURES }, (_, at) => featureName(at))),
);
await writeVectors();
console.log(`${rows.length} rows of ${bags} texts`);

/** The words of the embedded model, and their vectors: words of like meaning get like weights. */
async function writeVectors(): Promise<void> {
  const file = readFileSync(EMBEDDED_MODEL_URL);
  const { vocabulary, scales, rows: packed, dimensions } = await readModelFile(Uint8Array.from(file));
  const words: string[] = [];
  const vectors: number[] = [];
  for (let row = 0; row < scales.length; row++) {
    const word = vocabulary.wordOf(row);
    if (!/^(?:[a-z]{2,}|\p{Script=Han}{1,4})$/u.test(word)) continue;
    words.push(word);
    for (let at = 0; at < dimensions; at++) {
      const byte = packed[(row * dimensions + at) >> 1] ?? 0;
      vectors.push(((at % 2 === 0 ? byte & 15 : byte >> 4) - 8) * (scales[row] ?? 0));
    }
  }
  writeFileSync(join(folder, "words.json"), JSON.stringify(words));
  writeFileSync(join(folder, "vectors.bin"), Buffer.from(Float32Array.from(vectors).buffer));
}

function pick(below: number): number {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >> 8) % below;
}

function proseOf({ text, isCode }: { text: string; isCode: boolean }): string[] {
  return isCode ? [] : [text];
}

/** One bag for each text: what counts is its strongest sentence. */
function add(kind: "P" | "T" | "B", bag: string, texts: readonly string[]): void {
  const seen = new Set<string>();
  for (const text of texts) {
    for (const { columns, ideas } of ordersIn(foldForMatching(text.slice(0, 300_000)))) {
      const row = [...columns].sort((a, b) => a - b).join(",");
      if (seen.has(row)) continue;
      seen.add(row);
      const isEasy = kind !== "P" && scoreOf({ columns, ideas }, kind === "T" ? "tool" : "skill") < HARMLESS;
      if (isEasy && pick(SAMPLED) > 0) continue;
      rows.push(
        `${kind === "P" ? 1 : 0} ${isEasy ? SAMPLED : 1} ${kind}${bag} ${row} ${wordsOf(ideas).join(",")}`,
      );
    }
  }
}

/** The sentences of one order, alone or as a line of an honest skill. */
function addOrder(bag: string, order: string, isInside: boolean): void {
  const host = isInside ? (hosts[pick(hosts.length)] ?? "") : "";
  const lines = host.split("\n");
  const at = pick(lines.length + 1);
  const before = lines.slice(0, at).join("\n");
  const text = isInside ? `${before}\n\n${order}\n\n${lines.slice(at).join("\n")}` : order;
  const [from, end] = isInside ? [before.length + 2, before.length + 2 + order.length] : [0, order.length];
  for (const { columns, ideas, sentence } of ordersIn(text)) {
    if (sentence.offset < from || sentence.offset >= end) continue;
    rows.push(`1 1 P${bag} ${[...columns].sort((a, b) => a - b).join(",")} ${wordsOf(ideas).join(",")}`);
  }
}

/** The lines and lists of orders.txt. */
function written(text: string): { orders: string[]; pieces: ReadonlyMap<string, readonly string[]> } {
  const orders: string[] = [];
  const pieces = new Map<string, readonly string[]>();
  for (const line of text.split("\n")) {
    const [, kind, order] = /^(skill|tool): (.+)$/.exec(line) ?? [];
    const [, name, choices] = /^=(\w+) (.+)$/.exec(line) ?? [];
    if (order !== undefined) orders.push(`[${kind}] ${order}`);
    if (name !== undefined && choices !== undefined)
      pieces.set(
        name,
        choices.split("|").map((choice) => choice.replaceAll("¦", "|")),
      );
  }
  return { orders, pieces };
}

/** Fills the slots of orders.txt, whose choices may hold slots themselves. */
function fillAll(skeleton: string, pieces: ReadonlyMap<string, readonly string[]>): string {
  let text = skeleton;
  for (let round = 0; round < 3; round++) {
    text = text.replace(/\{(\w+)\}/g, (slot, name: string) => {
      const choices = pieces.get(name);
      return choices?.[pick(choices.length)] ?? slot;
    });
  }
  return text;
}

/** The same half for all texts of one group. */
function foldOf(group: string): number {
  let sum = 0;
  for (const letter of group) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum % 2;
}
