// Writes what fit_orders.py reads: node training/scan/export-rows.ts FOLDER SET.jsonl…
// The sets are those of measure.ts. Every sentence that orders something becomes one row: label, weight, bag, columns.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURES, featureName } from "../../src/scan/intent/features.ts";
import { ordersIn } from "../../src/scan/intent/orders-in.ts";
import { foldForMatching } from "../../src/text/fold.ts";
import { fillOrder, ORDERS } from "../../test/scan/order-templates.ts";

/** So many fillings of each template. */
const FILLINGS = 20;

const [folder = ".", ...sets] = process.argv.slice(2);
const rows: string[] = [];
let bags = 0;
for (const set of sets) {
  for (const line of readFileSync(set, "utf8").trim().split("\n")) {
    const { source, id, label, group, files, text } = JSON.parse(line);
    const texts: string[] = files === undefined ? [text] : files.flatMap(proseOf);
    const kind = label === "bad" ? "P" : files === undefined ? "T" : "B";
    const fold = foldOf(String(group ?? id));
    add(kind, `${fold}_${source.replaceAll(" ", "")}:${bags++}`, texts);
  }
}
let state = 20261116;
for (const [index, skeleton] of ORDERS.entries()) {
  const kind = skeleton.startsWith("[tool]") ? "templates-tool" : "templates";
  for (let filling = 0; filling < FILLINGS; filling++) {
    const order = fillOrder(skeleton, (below) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % below;
    });
    add("P", `${index % 2}_${kind}:${bags++}`, [order]);
  }
}
writeFileSync(join(folder, "rows.txt"), `${rows.join("\n")}\n`);
writeFileSync(
  join(folder, "names.json"),
  JSON.stringify(Array.from({ length: FEATURES }, (_, at) => featureName(at))),
);
console.log(`${rows.length} rows of ${bags} texts`);

function proseOf({ text, isCode }: { text: string; isCode: boolean }): string[] {
  return isCode ? [] : [text];
}

/** One bag for each text: what counts is its strongest sentence. */
function add(kind: "P" | "T" | "B", bag: string, texts: readonly string[]): void {
  const seen = new Set<string>();
  for (const text of texts) {
    for (const { columns } of ordersIn(foldForMatching(text.slice(0, 300_000))))
      seen.add([...columns].sort((a, b) => a - b).join(","));
  }
  for (const columns of seen) rows.push(`${kind === "P" ? 1 : 0} 1 ${kind}${bag} ${columns}`);
}

/** The same half for all texts of one group. */
function foldOf(group: string): number {
  let sum = 0;
  for (const letter of group) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum % 2;
}
