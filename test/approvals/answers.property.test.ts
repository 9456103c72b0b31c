import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readReply } from "../../src/approval/chat-question.ts";
import { createTerminal } from "../../src/doors/cli/terminal/terminal.ts";

const IDS = ["tazuko", "benira", "kodama", "zuzuki"] as const;
const WORDS = ["yes", "no", "ok", "确认", "取消", "Y", " n "] as const;
const APPROVING = new Set(["yes", "ok", "确认", "y"]);

const step = fc.oneof(
  fc.record({ kind: fc.constant("ask" as const), id: fc.constantFrom(...IDS) }),
  fc.record({ kind: fc.constant("show" as const) }),
  fc.record({ kind: fc.constant("expire" as const), id: fc.constantFrom(...IDS) }),
  fc.record({
    kind: fc.constant("say" as const),
    word: fc.constantFrom(...WORDS),
    id: fc.option(fc.constantFrom(...IDS), { nil: undefined }),
  }),
);

test("readReply() settles no question but the one that is named, or shown last and alone: 10,000 conversations", () => {
  let answers = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
      const pending: string[] = [];
      let shown: string | undefined;
      for (const one of steps) {
        if (one.kind === "ask" && !pending.includes(one.id)) {
          pending.push(one.id);
          shown = one.id;
        }
        if (one.kind === "show") shown = undefined;
        if (one.kind === "expire") pending.splice(0, Infinity, ...pending.filter((id) => id !== one.id));
        if (one.kind !== "say") continue;
        const text = one.id === undefined ? one.word : `${one.word} ${one.id}`;
        const reply = readReply(text, { pending: [...pending], shown });
        if (reply.type !== "answer") continue;
        answers++;
        const meant = one.id ?? (pending.length === 1 ? shown : undefined);
        expect(reply.id).toBe(meant);
        expect(pending).toContain(reply.id);
        expect(reply.answer === "approve").toBe(APPROVING.has(one.word.trim().toLowerCase()));
        pending.splice(pending.indexOf(reply.id), 1);
      }
    }),
    { numRuns: 10_000, seed: 40 },
  );
  expect(answers).toBeGreaterThan(1_000);
});

/** A terminal whose person presses keys at any moment; it reports its cursor in order with them, as real ones do. */
function aPerson() {
  const stdin = Object.assign(new PassThrough(), { setRawMode: () => stdin });
  const screen: string[] = [];
  const stderr = Object.assign(new PassThrough(), { columns: 80, rows: 24 });
  stderr.on("data", (chunk) => {
    const text = String(chunk);
    screen.push(text);
    if (text.includes("\x1b[6n")) stdin.write("\x1b[1;1R");
  });
  // The parts of a stream that the terminal uses.
  const streams = { stdin, stderr } as unknown as Pick<
    Parameters<typeof createTerminal>[0],
    "stdin" | "stderr"
  >;
  return { terminal: createTerminal({ ...streams, reports: true }), stdin, screen };
}

const TOGETHER = 500;

const turns = (count: number) =>
  Array.from({ length: count }).reduce<Promise<void>>(
    (before) => before.then(() => new Promise((resolve) => setImmediate(resolve))),
    Promise.resolve(),
  );

test("a terminal settles each question by keys that were pressed while it was on the screen: 10,000 orders", async () => {
  const typing = fc.record({
    questions: fc.integer({ min: 1, max: 4 }),
    /** What is typed ahead of everything, and in one burst with each answer. */
    ahead: fc.constantFrom("", "y\r", "yes\ryes\r", "1\r", "no\r"),
    burst: fc.constantFrom("", "yes\r", "y\ry\r", "\r", "junk"),
    pause: fc.integer({ min: 0, max: 3 }),
    aborted: fc.integer({ min: -1, max: 3 }),
  });
  const settles = async ({ questions, ahead, burst, pause, aborted }: Typing) => {
    const { terminal, stdin, screen } = aPerson();
    const stop = Array.from({ length: questions }, () => new AbortController());
    stdin.write(ahead);
    const asked = stop.map(({ signal }, at) =>
      terminal
        .ask(
          {
            text: `text ${at}`,
            prompt: () => `question ${at}? `,
            hint: () => "unclear",
            read: (line) => line,
          },
          { signal },
        )
        .catch(() => "cancelled"),
    );
    stop[aborted]?.abort();
    for (let at = 0; at < questions; at++) {
      if (at === aborted) continue;
      // The person answers the question that is on the screen, naming it.
      for (let waited = 0; !screen.join("").includes(`question ${at}? `) && waited < 200; waited++)
        await turns(1);
      await turns(3 + pause);
      stdin.write(`answer ${at}\r${burst}`);
      await asked[at];
    }
    const said = await Promise.all(asked);
    const meant = said.map((_, at) => (at === aborted ? "cancelled" : `answer ${at}`));
    return said.join() === meant.join();
  };
  type Typing = typeof typing extends fc.Arbitrary<infer Value> ? Value : never;
  const cases = fc.sample(typing, { numRuns: 10_000, seed: 41 });
  const wrong: Typing[] = [];
  // Many terminals at once: each waits for turns of the same loop.
  for (let from = 0; from < cases.length; from += TOGETHER) {
    const batch = cases.slice(from, from + TOGETHER);
    const right = await Promise.all(batch.map(settles));
    wrong.push(...batch.filter((_, at) => !right[at]));
  }
  expect(cases.length).toBe(10_000);
  expect(wrong).toEqual([]);
});
