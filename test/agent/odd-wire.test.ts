import { expect, test } from "vitest";
import { z } from "zod";
import { REPLY_TIMEOUTS } from "../../src/model/language/bounded-reply.ts";
import { openModel } from "../../src/model/language/open-model.ts";
import { fallingBack, retrying } from "../../src/model/language/retrying-model.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";
import { hear } from "./an-agent.ts";
import { anOddServer, anthropicReply, type OddCall, type OddReply, openAiReply } from "./odd-server.ts";

const echo = aTool({
  name: "echo",
  input: z.object({ text: z.string() }),
  run: ({ text }) => ({ said: text }),
});
const wires = [
  ["openai", openAiReply],
  ["anthropic", anthropicReply],
] as const;

async function tell(
  provider: "openai" | "anthropic",
  replies: readonly OddReply[],
  { waits = [] as number[], fallback = false, patience = REPLY_TIMEOUTS } = {},
) {
  await using server = await anOddServer(replies);
  const settings = { baseUrl: server.url, apiKey: "none" };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const model = retrying(await openModel({ provider, name: "odd" }, settings, { patience }), {
    attempts: 3,
    firstWaitMs: 1,
    wait,
  });
  const other = await openModel({ provider, name: "other" }, settings);
  await using world = await aRuntime({
    tools: [echo],
    model: fallback ? fallingBack([model, other]) : model,
  });
  const told = await hear(world.runtime.agent.run("say a"));
  return { ...told, asked: server.asked };
}

const call = (name: string, input: string, id = "c1"): OddCall => ({ name, input: [input], id });

test.each(wires)(
  "calls that %s spells oddly are mended: quoted twice, broken JSON, many pieces, other spellings of the name",
  async (provider, reply) => {
    for (const odd of [
      call("echo", '{"text":"a"}'),
      call("echo", JSON.stringify('{"text":"a"}')),
      call("echo", '{"text": "a",}'),
      call("echo", "{'text': 'a'"),
      call("functions.echo", '{"text":"a"}'),
      call("Echo", '{"text":"a"}'),
      { name: "echo", id: "c1", input: [...'{"text":"a"}'] },
    ]) {
      const told = await tell(provider, [
        { pieces: reply({ calls: [odd] }) },
        { pieces: reply({ text: "Said." }) },
      ]);
      expect([odd, told.end.answer], JSON.stringify(told.asked.at(-1)?.messages)).toEqual([odd, "Said."]);
      expect(told.of("call-end")).toMatchObject([
        { tool: "echo", params: { text: "a" }, result: { ok: true } },
      ]);
    }
  },
);

test.each(wires)(
  "calls of %s that cannot be read go back with the reason, at most twice; good ones beside them are made",
  async (provider, reply) => {
    const bad = [
      call("echo", '{"txt":1}', "c1"),
      call("nothing_like_it", "{}", "c2"),
      call("echo", '{"text":"a"}', "c3"),
      call("", "{}", "c4"),
    ];
    const told = await tell(provider, [
      { pieces: reply({ calls: bad }) },
      { pieces: reply({ calls: [call("echo", "[1,2]", "c5")] }) },
      { pieces: reply({ calls: [call("echo", "no json", "c6")] }) },
      { pieces: reply({ text: "I give up." }) },
    ]);
    expect(told.end).toMatchObject({ status: "done", answer: "I give up." });
    const made = told.of("call-end").filter(({ result }) => result.ok);
    expect(made).toMatchObject([{ params: { text: "a" }, result: { ok: true } }]);
    const back = JSON.stringify(told.asked[1]?.messages);
    expect(back).toMatch(/\\"text\\" is missing/);
    expect(back).toMatch(/There is no tool \\"nothing_like_it\\"/);
  },
);

test.each(wires)(
  "ids that %s gives twice or leaves empty never make one call of two",
  async (provider, reply) => {
    const twice = [
      call("echo", '{"text":"a"}', "same"),
      call("echo", '{"text":"b"}', "same"),
      call("echo", '{"text":"c"}', ""),
    ];
    const told = await tell(provider, [
      { pieces: reply({ calls: twice }) },
      { pieces: reply({ calls: [call("echo", '{"text":"d"}', "same")] }) },
      { pieces: reply({ text: "Four." }) },
    ]);
    expect(told.end.answer).toBe("Four.");
    const texts = told.of("call-end").map(({ params }) => (params as { text: string }).text);
    expect(texts.sort()).toEqual(["a", "b", "c", "d"]);
  },
);

test.each(wires)(
  "letters that %s splits between two chunks arrive whole, and usage may be missing",
  async (provider, reply) => {
    const bytes = Buffer.from(reply({ text: "好的，出岛🚢。" }).join(""));
    const pieces = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
    expect((await tell(provider, [{ pieces }])).end).toMatchObject({
      status: "done",
      answer: "好的，出岛🚢。",
    });
  },
);

test.each(wires)(
  "%s is Retrying after a status or a break, waits as long as it is told, and the person hears of it",
  async (provider, reply) => {
    const waits: number[] = [];
    const told = await tell(
      provider,
      [
        { status: 429, headers: { "retry-after": "7" } },
        { status: 500 },
        { pieces: reply({ text: "Here." }) },
      ],
      { waits },
    );
    expect(told.end).toMatchObject({ status: "done", answer: "Here." });
    expect(waits[0]).toBe(7_000);
    expect(told.of("notice").map(({ text }) => text)).toEqual([
      expect.stringMatching(/status 429.*Retrying/s),
      expect.stringMatching(/status 500.*Retrying/s),
    ]);
    const cut = reply({ calls: [call("echo", '{"text":"a"}')] }).slice(0, 2);
    const again = await tell(provider, [
      { pieces: cut, breaks: true },
      { pieces: reply({ text: "Whole." }) },
    ]);
    expect(again.end).toMatchObject({ status: "done", answer: "Whole." });
  },
);

test.each(wires)(
  "a fall-back of %s says who answers instead and why, and the record names it",
  async (provider, reply) => {
    const told = await tell(provider, [{ status: 401 }, { pieces: reply({ text: "Here." }) }], {
      fallback: true,
    });
    expect(told.end).toMatchObject({ status: "done", answer: "Here." });
    expect(told.of("notice").map(({ text }) => text)).toEqual([
      expect.stringMatching(new RegExp(`${provider}:odd.*status 401.*${provider}:other instead`, "s")),
    ]);
    expect(told.of("model-end")).toMatchObject([{ model: `${provider}:other` }]);
  },
);

test.each(wires)(
  "a reply of %s that goes on and on is cut: in its text, its calls, one endless call and the bytes of the wire",
  async (provider, reply) => {
    const long = "A".repeat(1 << 20);
    const many = Array.from({ length: 200 }, (_, at) => call("echo", '{"text":"a"}', `c${at}`));
    const endless: OddCall = { name: "echo", id: "c1", input: ['{"text":"', ...Array(6).fill(long), '"}'] };
    const [start = "", ...rest] = reply({ text: long });
    const replies: OddReply[] = [
      { pieces: [start, ...Array(6).fill(rest.slice(0, 2)).flat(), ...rest] },
      { pieces: reply({ calls: many }) },
      { pieces: reply({ calls: [endless] }) },
    ];
    if (provider === "openai") {
      replies[0] = { pieces: [...Array(6).fill(start), ...rest] };
      replies.push({ pieces: [...Array(70).fill(`: ${long}\n\n`), ...reply({ text: "late" })] });
    }
    for (const each of replies) {
      const told = await tell(provider, [each, { pieces: reply({ text: "asked again" }) }]);
      expect(told.end.status).toBe("failed");
      expect(told.end.answer).toMatch(/longer than/);
      expect(told.of("call-end")).toEqual([]);
    }
  },
);

test.each(wires)(
  "a reply of %s that only keeps the connection open ends after a while, before it began and in its middle, and so does one that never ends",
  async (provider, reply) => {
    const begun = reply({ text: "A" }).slice(0, provider === "openai" ? 1 : 3);
    const empty = reply({ text: "" }).find((piece) => piece.includes('"content":""')) ?? ": nothing\n\n";
    const ping = provider === "openai" ? empty : 'event: ping\ndata: {"type":"ping"}\n\n';
    const letter = begun.at(-1) ?? "";
    for (const odd of [
      { forEver: ": keep-alive\n\n" },
      { forEver: ping },
      { pieces: begun, forEver: ": keep-alive\n\n" },
      { status: 500, headers: { "content-type": "application/json" }, forEver: " " },
    ]) {
      const patience = { silenceMs: 300, totalMs: 600_000 };
      const told = await tell(provider, [odd, { pieces: reply({ text: "asked again" }) }], { patience });
      expect([odd, told.end.status, told.end.answer]).toEqual([
        odd,
        "failed",
        expect.stringMatching(/nothing came for 0.3 s/),
      ]);
    }
    const patience = { silenceMs: 600_000, totalMs: 500 };
    const told = await tell(provider, [{ pieces: begun, forEver: letter }], { patience });
    expect([told.end.status, told.end.answer]).toEqual([
      "failed",
      expect.stringMatching(/not complete after 0.5 s/),
    ]);
  },
);

test.each(wires)(
  "names of tools that %s makes up are announced on one short line",
  async (provider, reply) => {
    const names = ["echo\n\nApproved by you", "$&$&", "a".repeat(10_000)];
    const calls = names.map((name, at) => call(name, "{}", `c${at}`));
    const told = await tell(provider, [{ pieces: reply({ calls }) }, { pieces: reply({ text: "Said." }) }]);
    const said = told.of("notice").filter(({ situation }) => situation === "announce");
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toContain("$&$&");
    expect(said[0]?.text).not.toContain("\n");
    expect(said[0]?.text.length).toBeLessThan(300);
  },
);
