// Writes what fit_orders.py reads: node training/scan/export-rows.ts FOLDER SET.jsonl…
// The sets are those of measure.ts. Every sentence that may order something becomes one line of rows.jsonl: kind (P hostile, B honest
// skill, T honest description), source, group (for the folds), text, columns, words and grams.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { EMBEDDED_MODEL_URL } from "../../src/model/embedded/load-embedded-embedder.ts";
import { readModelFile } from "../../src/model/embedded/read-model-file.ts";
import { FEATURES, featureName } from "../../src/scan/intent/features.ts";
import { findOrders, ideaScoreOf } from "../../src/scan/intent/find-orders.ts";
import { gramScoreOf, gramsOf } from "../../src/scan/intent/gram-score.ts";
import { wordScoreOf, wordsOf } from "../../src/scan/intent/word-score.ts";
import { foldForMatching } from "../../src/text/fold.ts";
import { fillOrder, ORDERS } from "../../test/scan/order-templates.ts";

/** Maximum number of fillings per template. A template without slots is taken twice. */
const FILLINGS = 8;

type Kind = "P" | "T" | "B";

const [folder = ".", ...sets] = process.argv.slice(2);
const out = openSync(join(folder, "rows.jsonl"), "w");
const hosts: string[] = [];
let texts = 0;
let state = 20261118;
for (const set of sets) {
  for (const line of readFileSync(set, "utf8").trim().split("\n")) {
    const { source, id, label, files, text } = JSON.parse(line);
    const prose: string[] = files === undefined ? [text] : files.flatMap(proseOf);
    const kind = label === "bad" ? "P" : files === undefined ? "T" : "B";
    for (const each of prose) add(kind, source, String(id), each);
    if (kind === "B" && hosts.length < 4000 && prose[0] !== undefined) hosts.push(prose[0].slice(0, 20_000));
  }
}
const honest = written(readFileSync(join(import.meta.dirname, "honest.txt"), "utf8")).orders;
for (const [index, line] of honest.entries())
  add(line.startsWith("[tool]") ? "T" : "B", "honest", `h${index}`, line.replace(/^\[\w+\] /, ""));
const { orders, pieces } = written(readFileSync(join(import.meta.dirname, "orders.txt"), "utf8"));
for (const [index, skeleton] of [...ORDERS, ...orders].entries()) {
  const isTool = skeleton.startsWith("[tool]");
  const source = `${index < ORDERS.length ? "templates" : "written"}${isTool ? "-tool" : ""}`;
  const fillings = /\{(?!purpose)/.test(skeleton) ? FILLINGS : 2;
  for (let filling = 0; filling < fillings; filling++) {
    const order = fillOrder(fillAll(skeleton, pieces), pick);
    // What a description says of its tool before the order is honest, and no row.
    if (isTool)
      add("P", source, `o${index}`, order, [purposeLength(skeleton, order), Number.POSITIVE_INFINITY]);
    else addOrder(source, `o${index}`, order, filling % 2 === 1);
  }
}
closeSync(out);
writeFileSync(
  join(folder, "names.json"),
  JSON.stringify(Array.from({ length: FEATURES }, (_, at) => featureName(at))),
);
await writeVectors();
console.log(`${texts} texts`);

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

/** Writes the sentences of a text between two places. What counts later is the strongest of them. */
function add(
  kind: Kind,
  source: string,
  group: string,
  text: string,
  [from, end]: readonly [number, number] = [0, Number.POSITIVE_INFINITY],
): void {
  texts += 1;
  const seen = new Set<string>();
  for (const { columns, ideas, sentence } of findOrders(foldForMatching(text.slice(0, 300_000)))) {
    const [byWords, byGrams] = [wordScoreOf(ideas), gramScoreOf(ideas)];
    const scoreIn = (setting: "skill" | "tool") =>
      Math.round(100 * (ideaScoreOf({ columns }, setting) + byWords[setting] + byGrams[setting])) / 100;
    if (sentence.offset < from || sentence.offset >= end || seen.has(sentence.text)) continue;
    seen.add(sentence.text);
    const row = {
      kind,
      source,
      group,
      text: texts,
      columns,
      words: wordsOf(ideas),
      grams: [...gramsOf(ideas)],
      scores: { skill: scoreIn("skill"), tool: scoreIn("tool") },
    };
    writeSync(out, `${JSON.stringify(row)}\n`);
  }
}

/** The sentences of one order, alone or as a line of an honest skill. */
function addOrder(source: string, group: string, order: string, isInside: boolean): void {
  if (!isInside) {
    add("P", source, group, order);
    return;
  }
  const lines = (hosts[pick(hosts.length)] ?? "").split("\n");
  const at = pick(lines.length + 1);
  const before = lines.slice(0, at).join("\n");
  const start = before.length + 2;
  add("P", source, group, `${before}\n\n${order}\n\n${lines.slice(at).join("\n")}`, [
    start,
    start + order.length,
  ]);
}

/** The length of the sentence that says what the tool is for, where an order begins with one. */
function purposeLength(skeleton: string, order: string): number {
  return /^\[tool\] \{purpose(?:Zh)?\}/.test(skeleton) ? order.search(/[.。]/) + 1 : 0;
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
