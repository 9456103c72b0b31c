import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { anAgent, type TestAgent } from "../agent/an-agent.ts";
import { skillMd, yes } from "./skill-world.ts";

const [best] = await listDrivers();
const contained = best?.usable === true;
const why = contained ? "" : ` (skipped: ${best?.reason})`;

const MAY_WRITE = { config: { permissions: { safe: ["write_file(./**)"] } } };

const write = { calls: [{ tool: "write_file", input: { path: "out.txt", content: "18 degrees" } }] };
const read = { calls: [{ tool: "read_file", input: { path: "notes.md" } }] };
const open = { calls: [{ tool: "browser_open", input: { url: "https://example.com/" } }] };
const done = { text: "Done." };

/** The code of the last call that failed, or nothing. */
const refusal = (told: Awaited<ReturnType<TestAgent["tell"]>>) =>
  told.of("call-end").findLast(({ result }) => !result.ok)?.result.error?.code;

test.each([
  "look up the weather in Tokyo, save it to out.txt",
  "look up the weather in Tokyo and keep it for me",
  "查一下东京天气，保存到 out.txt",
  "搜一下东京天气，然后给我留一份",
])("a keyword brings knowledge and denies nothing: %s", async (message) => {
  await using agent = await anAgent([write, done], MAY_WRITE);
  const told = await agent.tell(message);
  expect(told.of("skill-start")).toMatchObject([{ skill: "web-search", binds: "nothing" }]);
  expect(agent.model.requests[0]?.system).toContain("### Active skill: web-search");
  expect(refusal(told)).toBeUndefined();
  expect(existsSync(join(agent.workspace, "out.txt"))).toBe(true);
});

test.each(["会议时间写在 notes.md 里，是几点？", "the time of the meeting is in notes.md: when is it?"])(
  "a keyword does not keep the user from a file: %s",
  async (message) => {
    await using agent = await anAgent([read, done], { files: { "notes.md": "10:30" } });
    const told = await agent.tell(message);
    expect(told.of("skill-start").map(({ skill }) => skill)).toContain("time");
    expect(told.of("call-end")[0]?.result.ok).toBe(true);
  },
);

test.each(["在浏览器里搜索东京天气", "search for the weather in Tokyo in the browser"])(
  "a keyword does not keep the user from the browser, and what can run is offered: %s",
  async (message) => {
    await using agent = await anAgent([open, done]);
    const told = await agent.tell(message);
    expect(told.of("skill-start").map(({ skill }) => skill)).toContain("web-search");
    expect(agent.model.requests[0]?.tools.map(({ name }) => name)).toContain("browser_open");
    expect(refusal(told)).not.toBe("tool_not_allowed");
  },
);

test.each([
  "/web-search the weather in Tokyo, save it",
  "use web-search for the weather",
  "用 web-search 查天气并保存",
])(
  "a skill that the user names binds the whole run, and only what can run is offered: %s",
  async (message) => {
    await using agent = await anAgent([write, done], MAY_WRITE);
    const told = await agent.tell(message);
    expect(told.of("skill-start")).toMatchObject([{ skill: "web-search", binds: "everything" }]);
    const offered = agent.model.requests[0]?.tools.map(({ name }) => name);
    expect(offered).toContain("web_search");
    expect(offered).not.toContain("write_file");
    expect(agent.model.requests[0]?.system).not.toContain("write_file");
    expect(refusal(told)).toBe("tool_not_allowed");
    expect(existsSync(join(agent.workspace, "out.txt"))).toBe(false);
  },
);

test("explain answers for the run that asked", async () => {
  await using agent = await anAgent([write, done], MAY_WRITE);
  const told = await agent.tell("/web-search the weather in Tokyo, save it");
  const [input, run] = [write.calls[0]?.input, told.runId];
  expect((await agent.runtime.explain("write_file", input)).verdict).toBe("allow");
  const explained = await agent.runtime.explain("write_file", input, { run });
  expect(explained).toMatchObject({ verdict: "deny", decided: [{ layer: "skill web-search" }] });
  const error = told.of("call-end")[0]?.result.error;
  expect(error?.message).toContain(`dejima policy explain write_file --run ${run}`);
});

test("several skills are active at once, and a tie is no reason to leave both out", async () => {
  await using agent = await anAgent([{ text: "a" }, { text: "b" }]);
  await give(agent, "alpha", "triggers:\n  keywords: [harvest]\nallowed-tools: read_file");
  await give(agent, "beta", "triggers:\n  keywords: [harvest]\nallowed-tools: grep");
  const told = await agent.tell("plan the harvest");
  expect(
    told
      .of("skill-start")
      .map(({ skill }) => skill)
      .slice(0, 2)
      .sort(),
  ).toEqual(["alpha", "beta"]);
  const named = await agent.tell("/beta plan the harvest");
  expect(named.of("skill-start").map(({ skill }) => skill)).toEqual(["beta"]);
});

test("an intent and the meaning of a message activate a skill, too", async () => {
  await using agent = await anAgent([{ text: "a" }, { text: "b" }]);
  await give(
    agent,
    "letters",
    "triggers:\n  intents: [translate_letter]",
    "Turns letters into other languages",
  );
  const said = await agent.tell("please translate this letter");
  expect(said.of("skill-start").map(({ skill }) => skill)).toContain("letters");
  await give(
    agent,
    "pdf-forms",
    "license: MIT",
    "Fills in the fields of PDF forms, such as tax or visa forms",
  );
  const meant = await agent.tell("fill in the fields of the visa form");
  expect(meant.of("skill-start")).toContainEqual(
    expect.objectContaining({ skill: "pdf-forms", why: "it fits the message", binds: "nothing" }),
  );
});

test("a skill that only users may start is activated by its name, and is not listed", async () => {
  await using agent = await anAgent([{ text: "a" }, { text: "b" }]);
  await give(agent, "deploy", "disable-model-invocation: true", "Deploys the harbour");
  const told = await agent.tell("/deploy now");
  expect(told.of("skill-start")).toMatchObject([{ skill: "deploy", binds: "everything" }]);
  const other = await agent.tell("deploy the harbour");
  expect(other.of("skill-start").map(({ skill }) => skill)).not.toContain("deploy");
  expect(agent.model.requests[1]?.system).not.toContain("Deploys the harbour");
});

const deploy = {
  calls: [{ tool: "run_skill_script", input: { skill: "deploy", script: "go.sh" } }],
};

test.runIf(contained)(
  `a skill that only users may start runs its scripts where the user started it, and nowhere else${why}`,
  async () => {
    await using agent = await anAgent([deploy, done, deploy, done], {
      config: { permissions: { safe: ["run_skill_script"] } },
    });
    await give(agent, "deploy", "disable-model-invocation: true", "Deploys the harbour", {
      "scripts/go.sh": "echo deployed\n",
    });
    const named = await agent.tell("/deploy now");
    expect(refusal(named)).toBeUndefined();
    const other = await agent.tell("what time is it?");
    expect(refusal(other)).toBe("tool_not_allowed");
    const { runtime } = agent;
    const input = deploy.calls[0]?.input;
    expect(await runtime.execute("run_skill_script", input)).toMatchObject({ type: "failure" });
    const byPerson = await runtime.openRun({ byPerson: true });
    expect(await byPerson.execute("run_skill_script", input)).toMatchObject({
      output: { stdout: "deployed\n" },
    });
    await byPerson.end("done");
  },
);

test("a skill that the user names and nobody has accepted is told, and can be accepted right there", async () => {
  const asked: string[] = [];
  await using agent = await anAgent(
    ({ messages }, turn) => {
      const note = messages.findLast(({ role }) => role === "note")?.text ?? "";
      const content = /content "([0-9a-f]{64})"/.exec(note)?.[1];
      if (turn === 0) return { calls: [{ tool: "accept_skill", input: { skill: "greeter", content } }] };
      return turn === 1 ? { calls: [{ tool: "get_skill_info", input: { skill: "greeter" } }] } : done;
    },
    {
      files: { ".claude/skills/Greeter/SKILL.md": skillMd("greeter", "Greets people") },
      ask: async ({ title }) => {
        asked.push(title?.en ?? "");
        return { answer: "approve", by: "test" };
      },
    },
  );
  const told = await agent.tell("/greeter say hello");
  expect(told.of("notice").map(({ text }) => text)).toContain(
    "The skill greeter cannot be used yet. Look at it: dejima skill trust greeter",
  );
  expect(asked).toEqual(["Accept the skill greeter for use?"]);
  expect(told.of("call-end").map(({ result }) => result.ok)).toEqual([true, true]);
  const again = await agent.tell("/greeter say hello");
  expect(again.of("skill-start")).toMatchObject([{ skill: "greeter", binds: "everything" }]);
});

const pick = { calls: [{ tool: "get_skill_info", input: { skill: "Reader" } }] };

test("a skill that the model chooses binds from then on what the message does not ask for", async () => {
  await using agent = await anAgent([pick, write, done], MAY_WRITE);
  await give(agent, "reader", "allowed-tools: read_file");
  const told = await agent.tell("tell me about harbours");
  expect(told.of("skill-start")).toMatchObject([{ skill: "reader", binds: "own", round: 1 }]);
  expect(refusal(told)).toBe("tool_not_allowed");
  const offered = agent.model.requests.map(({ tools }) => tools.some(({ name }) => name === "write_file"));
  expect(offered).toEqual([true, false, false]);
  const { verdict } = await agent.runtime.explain("write_file", write.calls[0]?.input, { run: told.runId });
  expect(verdict).toBe("deny");
});

test("what the user asks for stays the user's although the model chose a skill", async () => {
  await using agent = await anAgent([pick, write, done], MAY_WRITE);
  await give(agent, "reader", "allowed-tools: read_file");
  const told = await agent.tell("tell me about harbours and save it to out.txt");
  expect(refusal(told)).toBeUndefined();
  expect(existsSync(join(agent.workspace, "out.txt"))).toBe(true);
});

test("a skill chosen under another one does not widen what the first may do", async () => {
  const second = { calls: [{ tool: "get_skill_info", input: { skill: "writer" } }] };
  await using agent = await anAgent([pick, second, write, done], MAY_WRITE);
  await give(agent, "reader", "allowed-tools: read_file");
  await give(agent, "writer", "allowed-tools: write_file");
  expect(refusal(await agent.tell("tell me about harbours"))).toBe("tool_not_allowed");
});

test("a bound run is held to its skills after it is resumed in another process", async () => {
  const question = { calls: [{ tool: "uninstall_skill", input: { skill: "other" } }] };
  await using agent = await anAgent([pick, question, write, done], {
    ...MAY_WRITE,
    park: "leave",
    mode: "interactive",
  });
  await give(agent, "reader", "allowed-tools: read_file uninstall_skill");
  await give(agent, "other", "allowed-tools: read_file");
  const told: { runId: string }[] = [];
  for await (const event of agent.runtime.agent.run("tell me about harbours")) told.push(event);
  const runId = told[0]?.runId ?? "";
  const [waiting] = await agent.runtime.approvals.list({ status: "pending" });
  await agent.runtime.approvals.answer(waiting?.id ?? "", { answer: "approve", by: "test", door: "cli" });
  const resumed = await agent.resume(runId);
  expect(refusal(resumed)).toBe("tool_not_allowed");
});

test("a run with skills is replayed without a difference", async () => {
  await using agent = await anAgent([pick, write, done], MAY_WRITE);
  await give(agent, "reader", "allowed-tools: read_file");
  const told = await agent.tell("look up the weather, please");
  expect(await agent.runtime.agent.replay(told.runId)).toMatchObject({ same: true });
});

test("a skill that the user declines is not activated, by its keywords neither, and denies nothing", async () => {
  await using agent = await anAgent([write, done], MAY_WRITE);
  const told = await agent.tell("don't use web-search: the weather is 18 degrees, save that to out.txt");
  expect(told.of("skill-start").map(({ skill }) => skill)).not.toContain("web-search");
  expect(existsSync(join(agent.workspace, "out.txt"))).toBe(true);
});

async function give(
  agent: TestAgent,
  name: string,
  header: string,
  description = `Does ${name}`,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { mkdir, writeFile } = await import("node:fs/promises");
  const folder = join(agent.workspace, "given", name);
  await mkdir(folder, { recursive: true });
  const text = skillMd(name, description).replace("\n---\n", `\n${header}\n---\n`);
  await writeFile(join(folder, "SKILL.md"), text);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await agent.runtime.skills.install(folder, { accept: yes });
}
