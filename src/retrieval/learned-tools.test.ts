import { expect, test } from "vitest";
import { loadEmbeddedEmbedder } from "../model/embedded/load-embedded-embedder.ts";
import { LEARNED_TOOLS } from "./learned-tool-vectors.ts";
import { createLearnedTools } from "./learned-tools.ts";
import { createSlots } from "./structures/slots.ts";
import { oddsOf } from "./tool-odds.ts";

const TOOLS = LEARNED_TOOLS.tools.split(" ");
const READ = TOOLS.indexOf("read_file");
const DELETE = TOOLS.indexOf("delete_file");

/** Even odds for all tools but these. */
function oddsWith(given: Readonly<Record<number, number>>): Float32Array {
  const odds = new Float32Array(TOOLS.length).fill(-30);
  for (const [row, value] of Object.entries(given)) odds[Number(row)] = value;
  return odds;
}

test("what was learned about tools is for the embedder that ships and has one vector for each tool and one for none", async () => {
  const { id, dimensions } = await loadEmbeddedEmbedder();
  expect(LEARNED_TOOLS.embedder).toBe(id);
  expect(LEARNED_TOOLS.steps.length).toBe(TOOLS.length + 1);
  expect(LEARNED_TOOLS.biases.length).toBe(TOOLS.length + 1);
  expect(Buffer.from(LEARNED_TOOLS.vectors, "base64url").length).toBe((TOOLS.length + 1) * dimensions);
});

test("oddsOf() compares each tool with no tool", () => {
  const products = new Float32Array(TOOLS.length + 1);
  const even = oddsOf(products);
  products[READ] = 2;
  products[TOOLS.length] = 1;
  const odds = oddsOf(products);
  expect((odds[READ] ?? 0) - (even[READ] ?? 0)).toBeCloseTo(1, 4);
  expect((odds[DELETE] ?? 0) - (even[DELETE] ?? 0)).toBeCloseTo(-1, 4);
});

test("rank() lowers what is less likely, and leaves the most likely tool and the tools of other sources as they are", () => {
  const slots = createSlots();
  const learned = createLearnedTools(slots);
  const read = slots.claim({ id: "read_file", name: "read_file", source: "builtin" }, "0".repeat(32));
  const remove = slots.claim({ id: "delete_file", name: "delete_file", source: "builtin" }, "1".repeat(32));
  const other = slots.claim({ id: "grep", name: "grep", source: "mcp" }, "2".repeat(32));
  learned.changed();
  const total = Float32Array.of(1, 1, 1);
  learned.rank(total, oddsWith({ [READ]: 3, [DELETE]: 1, [TOOLS.indexOf("grep")]: 9 }), 0.5);
  expect([total[read], total[remove], total[other]]).toEqual([1, 0, 1]);
  learned.rank(total, oddsWith({ [READ]: 3, [DELETE]: -90 }), 0.5);
  expect(total[remove]).toBe(-6);
  slots.release(read);
  learned.changed();
  const left = Float32Array.of(1, 1, 1);
  learned.rank(left, oddsWith({ [READ]: 3, [DELETE]: 1 }), 0.5);
  expect([...left]).toEqual([1, 1, 1]);
});

test("fitOf() tells a tool's own odds, the best ones and their distance from the next", () => {
  const slots = createSlots();
  const learned = createLearnedTools(slots);
  const read = slots.claim({ id: "read_file", name: "read_file", source: "builtin" }, "0".repeat(32));
  const remove = slots.claim({ id: "delete_file", name: "delete_file", source: "builtin" }, "1".repeat(32));
  const other = slots.claim({ id: "grep", name: "grep", source: "mcp" }, "2".repeat(32));
  const odds = oddsWith({ [READ]: 40, [DELETE]: 38 });
  expect(learned.fitOf(remove, odds)).toEqual({ own: 15, most: 15, gap: 2 });
  expect(learned.fitOf(read, oddsWith({ [READ]: -2, [DELETE]: -3 }))).toEqual({ own: -2, most: -2, gap: 1 });
  expect(learned.fitOf(other, odds)).toBeUndefined();
});
