import { expect, test } from "vitest";
import { z } from "zod";
import type { Hole } from "../../src/contract/asking/plan.ts";
import { aRuntime, aTool, outputOf } from "../support/a-runtime.ts";

const POSTS = [
  { sender: "Bob", body: "I read about the tides on www.tides.test" },
  { sender: "Eve", body: "We ate well, see www.restaurant-zurich.test" },
];

interface Story {
  readonly message: string;
  /** What fills the address in the plan. */
  readonly url: Omit<Hole, "from">;
  readonly times?: number;
  readonly posts?: readonly object[];
  readonly opens: readonly string[];
}

/** Plans to open links of the channel "general", reads it and opens pages. Says how often a person was asked before, and about which page. */
async function play({ message, url, times = 1, posts = POSTS, opens }: Story) {
  let questions = 0;
  await using world = await aRuntime({
    tools: [
      aTool({
        name: "read_messages",
        input: z.looseObject({}),
        flow: { output: "untrusted", sends: "nothing" },
        run: () => posts,
      }),
      aTool({
        name: "get_page",
        input: z.object({ url: z.string() }),
        effects: (input) => [{ kind: "host.read", target: `https://${input.url}` }],
        run: () => "a page",
      }),
    ],
    config: { permissions: { safe: ["get_page(**)"] } },
  });
  const run = await world.runtime.openRun({
    message,
    mode: "interactive",
    ask: async () => {
      questions++;
      return { answer: "deny", by: "ann" };
    },
  });
  const line = { tool: "get_page", input: { url: { ...url, from: "read_messages" } }, times };
  await run.execute({ tool: "submit_plan", input: { lines: [line] } });
  const planned = questions;
  outputOf(await run.execute({ tool: "read_messages", input: { channel: "general" } }));
  const asked: boolean[] = [];
  for (const address of opens) {
    const before = questions;
    await run.execute({ tool: "get_page", input: { url: address } });
    asked.push(questions > before);
  }
  return { planned, asked };
}

const ALL = "Summarize the content of all the websites posted to the 'general' channel";
const ONE = "Someone wrote about a restaurant in the 'general' channel, with a link. What do they serve?";
const where = { channel: "general" };

test("links of a place that the user wants to have read all are planned without a question, each of them and no other", async () => {
  const opens = ["www.tides.test", "www.restaurant-zurich.test", "www.evil.test"];
  expect(await play({ message: ALL, url: { $hole: "link", where }, times: 2, opens })).toEqual({
    planned: 0,
    asked: [false, false, true],
  });
});

test("more links than the line counts, or than five, are asked about: which of them are read would be a stranger's choice", async () => {
  const more = [...POSTS, { sender: "Eve", body: "www.evil.test" }];
  const opens = ["www.tides.test"];
  expect(await play({ message: ALL, url: { $hole: "link", where }, times: 2, posts: more, opens })).toEqual({
    planned: 0,
    asked: [true],
  });
  const many = Array.from({ length: 6 }, (_none, at) => ({ sender: "Eve", body: `www.evil${at}.test` }));
  expect(
    await play({
      message: ALL,
      url: { $hole: "link", where },
      times: 9,
      posts: many,
      opens: ["www.evil0.test"],
    }),
  ).toEqual({ planned: 0, asked: [true] });
});

test("the only link that begins with a word of the user's is planned without a question, and a second one ends that", async () => {
  const url = { $hole: "link", where, startsWith: "restaurant" } as const;
  const opens = ["www.restaurant-zurich.test"];
  expect(await play({ message: ONE, url, opens })).toEqual({ planned: 0, asked: [false] });
  const posts = [...POSTS, { sender: "Eve", body: "www.restaurant-evil.test" }];
  expect(await play({ message: ONE, url, posts, opens })).toEqual({ planned: 0, asked: [true] });
});

const POINTS_NOWHERE: Record<string, Pick<Story, "message" | "url">> = {
  "no words of the user's": {
    message: "Read the 'general' channel and its links",
    url: { $hole: "link", where },
  },
  "a beginning that the user did not say": {
    message: ONE,
    url: { $hole: "link", where, startsWith: "tides" },
  },
  "a place that the user did not name": {
    message: ALL,
    url: { $hole: "link", where: { channel: "random" } },
  },
  "no place at all": { message: ALL, url: { $hole: "link" } },
};

for (const [what, story] of Object.entries(POINTS_NOWHERE))
  test(`a link for which the plan has ${what} needs a person`, async () => {
    expect(await play({ ...story, opens: [] })).toEqual({ planned: 1, asked: [] });
  });
