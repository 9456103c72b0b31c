import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const { serverKind, CHAT_SERVER, GATEWAY } = await import(
  new URL("../../bin/keep-heap-small.js", import.meta.url).href
);

test.each([
  [["serve"], "http"],
  [["serve", "--port", "0"], "http"],
  [["--home", "/tmp/x", "--json", "serve"], "http"],
  [["--home=/tmp/x", "mcp", "serve", "--port", "0"], "mcp"],
  [["mcp", "serve"], "mcp"],
  [["mcp", "list"], undefined],
  [["run", "serve"], undefined],
  [["run", "mcp serve"], undefined],
  [["--json", "run", "please serve tea"], undefined],
  [["chat"], undefined],
  [[], undefined],
])("serverKind(%j) is %s", (argv, kind) => expect(serverKind(argv)).toBe(kind));

/** Makes short-lived objects, some of which live through a collection, and prints the megabytes of both halves. */
const PROGRAM = `
import { setTimeout as delay } from "node:timers/promises";
import { getHeapSpaceStatistics } from "node:v8";
const { keepHeapSmall } = await import(process.argv[1]);
keepHeapSmall(JSON.parse(process.argv[2]));
const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size >> 20;
async function work() {
  const held = [];
  for (let at = 0; at < 400; at++) {
    for (let n = 0; n < 6_000; n++) held[n % 5_000] = { at, n, list: [at, n] };
    if (at % 10 === 0) await delay(1);
  }
}
await delay(1_100);
await work();
const grown = young();
gc({ type: "major", execution: "sync", flavor: "last-resort" });
const rested = young();
await work();
console.log(JSON.stringify({ grown, rested, again: young() }));
`;

test.each([
  ["chats", CHAT_SERVER],
  ["MCP clients", GATEWAY],
])("the space for new objects of a server of %s grows, and again after V8 has shrunk it", (_who, kind) => {
  const file = new URL("../../bin/keep-heap-small.js", import.meta.url).href;
  const args = ["--expose-gc", "--input-type=module", "--eval", PROGRAM, file, JSON.stringify(kind)];
  const said = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  const both = 2 * kind.youngMegabytes;
  expect(said).toEqual({ grown: both, rested: 1, again: both });
});
