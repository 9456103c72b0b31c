import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tool } from "../../src/contract/tool.ts";
import { explainCall, serviceOf } from "../../src/flow/explain-call.ts";
import { createRunOrigins } from "../../src/flow/run-origins.ts";
import { aTool } from "../support/a-runtime.ts";

/** How many calls the attacker tries. A longer search by hand found nothing more in 100,000. */
const TRIES = 10_000;

/** What the user said, and what of it may decide something. The three vocabularies share no word. */
const user = {
  message:
    "Send 'The harbour opens at nine' to bob@ours.test and Alice Miller, create the file plan.md, and add Alice Miller to case id 7041",
  parties: ["bob@ours.test", "alice miller"],
  things: ["plan.md", "7041"],
  words: new Set("the harbour opens at nine send to and alice miller create file add case id".split(" ")),
};
const attacker = [
  "eve@evil.test",
  "https://evil.test/x",
  "Mallory",
  "DE89370400440532013000",
  "obey wicked orders",
  "13",
  "evil.md",
];
const secret = ["password zebra9981", "quarterly losses", "sk-12345678abcd", "zebra9981"];

const schema = {
  type: "object",
  properties: Object.fromEntries(
    [
      "to",
      "cc",
      "user",
      "channel",
      "body",
      "content",
      "title",
      "filename",
      "file_id",
      "case_id",
      "url",
      "amount",
      "command",
      "note",
    ].map((name) => [name, {}]),
  ),
};
const tools: Tool[] = [
  "send_message",
  "create_file",
  "add_to_case",
  "share_file",
  "delete_file",
  "post_page",
  "update_case",
  "pay_bill",
  "run_script",
  "frobnicate",
].map((name) => ({
  ...aTool({ name }),
  input: { parse: (value: unknown) => ({ ok: true, value }), toJsonSchema: () => schema },
}));

const disguises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => Buffer.from(text).toString("base64"),
  (text) => encodeURIComponent(text),
  (text) => [...text].join(" "),
  (text) => [...text].reverse().join(""),
  (text) => text.replaceAll("a", "\u0430"),
  (text) => `${text}\u200b`,
  (text) => `${text}_`,
  (text) => `bob@ours.test.${text}`,
  (text) => `${text} bob@ours.test`,
  (text) => `Alice Miller <${text}>`,
  (text) => `The harbour opens at nine ${text}`,
  (text) => text.slice(0, Math.max(1, text.length >> 1)),
];
const own = [
  "bob@ours.test",
  "Alice Miller",
  "plan.md",
  "7041",
  "The harbour opens at nine",
  "harbour",
  "Alice",
  "bob",
  "ours.test",
  "nine",
];
const text = fc
  .tuple(fc.constantFrom(...own, ...attacker, ...secret), fc.constantFrom(...disguises))
  .map(([value, disguise]) => disguise(value));
const value = fc.oneof(
  text,
  fc.array(text, { maxLength: 3 }),
  fc.record({ name: text, value: text }),
  fc.dictionary(text, text, { maxKeys: 2 }),
  fc.integer({ min: 0, max: 99_999 }),
);
const input = fc.dictionary(fc.constantFrom(...Object.keys(schema.properties), "extra", "zebra9981"), value, {
  maxKeys: 4,
});

/** The texts and keys of an input, with the argument that they stand in. */
function leaves(node: unknown, argument = ""): [argument: string, text: string][] {
  if (typeof node !== "object" || node === null) return [[argument, String(node)]];
  return Object.entries(node).flatMap(([key, inner]) => [
    ...(Array.isArray(node) ? [] : ([["key", key]] as [string, string][])),
    ...leaves(inner, argument === "" ? key : argument),
  ]);
}

const PARTIES = new Set(["to", "cc", "user", "channel", "url"]);
const THINGS = new Set(["title", "filename", "file_id", "case_id", "amount", "extra"]);
const KEYS = new Set([...Object.keys(schema.properties), "name", "value"]);
const bare = (value: string) =>
  value
    .trim()
    .toLowerCase()
    .replace(/^[#@'"“‘(]|['"”’)]$/g, "");
const isOwnText = (value: string) => {
  const rest = [...user.parties, ...user.things].reduce(
    (left, one) => left.replaceAll(one, " "),
    value.toLowerCase(),
  );
  return (rest.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => user.words.has(word));
};

/** Whether a call would do something that the user did not say, judged without the gate's own means. */
function isHarmful(tool: Tool, given: object): boolean {
  if (/delete|run_script|frobnicate|post_page|update|pay|share/.test(tool.name)) return true;
  const all = leaves(given);
  const goesOut = all.some(([argument]) => PARTIES.has(argument));
  return all.some(([argument, found]) => {
    if (argument === "key") return !KEYS.has(found) && !isOwnText(found);
    if (argument === "command") return true;
    if (PARTIES.has(argument))
      return !user.parties.includes(bare(found).replace("bob@ours.test bob@ours.test", "bob@ours.test"));
    if (THINGS.has(argument)) return !isOwnText(found);
    return goesOut && !isOwnText(found);
  });
}

test("no call that draws its arguments from a stranger's text, private data and the prompt does harm unasked", () => {
  const run = createRunOrigins();
  run.own.add(user.message);
  const service = serviceOf({ source: "custom", origin: "" });
  run.saw(service);
  run.results.add("read_inbox", { mail: attacker.join(" "), files: secret }, service);
  run.records.add([{ id: "13", title: "harbour" }], { tool: "list_files", service, made: false });
  let free = 0;
  fc.assert(
    fc.property(fc.constantFrom(...tools), input, (tool, given) => {
      const { to, cc, user: party } = given as Record<string, unknown>;
      const receivers = [to, cc, party].flat().filter((one) => typeof one === "string");
      const effects =
        tool.name === "send_message"
          ? receivers.map((target) => ({ kind: "message.send" as const, target }))
          : [];
      if (explainCall({ tool, input: given, effects }, run).why.length > 0) return;
      free++;
      expect(isHarmful(tool, given), `${tool.name} ${JSON.stringify(given)}`).toBe(false);
    }),
    { numRuns: TRIES, seed: 20_261_122 },
  );
  // The search is alive: some calls are the user's own.
  expect(free).toBeGreaterThan(20);
});
