// One process of a team: `web` serves HTTP, `worker` takes runs. It prints one line when it is ready.
import { appendFileSync, existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { serve } from "../../src/doors/http/serve.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aTool } from "../support/a-runtime.ts";

const [role = "", store = "", workspace = "", home = "", runs = "10"] = process.argv.slice(2);
/** Built-in tools that need no question here. */
const SAFE = ["write_file(./**)", "get_image_file(./**)", "read_file(./**)"];
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

/** Does something that must not happen twice; `hold-` waits for a file first, `wait-` a little. */
const act = aTool({
  name: "act",
  risk: "medium",
  input: z.object({ what: z.string() }),
  async run({ what }, { signal }) {
    appendFileSync(`${workspace}/begun.txt`, `${what}\n`);
    appendFileSync(`${workspace}/times.txt`, `${what} ${Date.now()}\n`);
    while (what.startsWith("hold-") && !existsSync(`${workspace}/go-${what}`) && !signal.aborted)
      await pause(20);
    if (what.startsWith("wait-")) await pause(200);
    appendFileSync(`${workspace}/done.txt`, `${what}\n`);
    return what;
  },
});

/** Waits like a tool that asks a service does. */
const idle = aTool({
  name: "idle",
  risk: "low",
  input: z.object({ what: z.string() }),
  run: ({ what }) => pause(1_000, what),
});

/** Makes a file for the user, and says much. */
const make = aTool({
  name: "make",
  risk: "low",
  input: z.object({ name: z.string(), content: z.string() }),
  run({ name, content }, { artifacts }) {
    artifacts.save({ name, mediaType: "text/plain", content: Buffer.from(content) });
    return content.repeat(2_000);
  },
});

// "call TOOL INPUT": calls any tool; "wait X": calls idle; "do X": calls act with X; "twice X": two calls of act, one after the other; anything else is answered at once.
/** "slow X": says the first half, and the second when there is a file `go-X`. */
class SlowModel extends ScriptedModel {
  override async *stream(...asked: Parameters<ScriptedModel["stream"]>) {
    const said = asked[0].messages.findLast(({ role }) => role === "user")?.text ?? "";
    const [, what] = /^slow (\S+)/.exec(said) ?? [];
    for await (const part of super.stream(...asked)) {
      yield part;
      if (what === undefined || part.type !== "text-delta") continue;
      while (!existsSync(`${workspace}/go-${what}`) && !asked[1].signal.aborted) await pause(20);
    }
  }
}

const model = new SlowModel(({ messages }) => {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const said = messages[at]?.text ?? "";
  const made = messages.slice(at).filter(({ role }) => role === "tool").length;
  const [, tool, given] = /^call (\w+) (\{.*\})/.exec(said) ?? [];
  if (tool !== undefined && made === 0)
    return { calls: [{ tool, input: JSON.parse(given ?? ""), id: "call-1" }] };
  const [, verb, what = ""] = /^(do|twice|wait) (\S+)/.exec(said) ?? [];
  if (verb === undefined || made >= (verb === "twice" ? 2 : 1)) return { text: `Answered: ${said}` };
  if (verb === "wait") return { calls: [{ tool: "idle", input: { what }, id: `idle-${what}` }] };
  const input = verb === "do" ? what : `${what}-${made}`;
  return { calls: [{ tool: "act", input: { what: input }, id: `act-${input}` }] };
});

const runtime = createRuntime({
  workspace,
  home,
  model,
  tools: [act, idle, make],
  variables: process.env,
  config: {
    store,
    runs: "workers",
    permissions: { safe: ["idle", "make", ...SAFE], confirm: ["act"] },
    workspaces: process.env.TEAM_WORKSPACES === "per-conversation" ? "per-conversation" : "shared",
    ...(process.env.TEAM_EXPIRY === undefined
      ? {}
      : { approvals: { expiry: { parked: process.env.TEAM_EXPIRY } } }),
    ...(process.env.TEAM_BLOBS === undefined ? {} : { blobs: process.env.TEAM_BLOBS }),
  },
  onFault: (error) => console.error(String(error)),
});
if (role === "web") {
  const server = await serve({ runtime, host: "127.0.0.1", port: 0, console: false, onFault: console.error });
  console.log(server.url);
  stop.signal.addEventListener("abort", () => void server.close().then(() => runtime.close()));
} else {
  const working = runtime.worker.run({ signal: stop.signal, runs: Number(runs) });
  await runtime.worker.figures();
  console.log("working");
  await working;
  await runtime.close();
}
