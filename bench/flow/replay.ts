import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { createRuntime, type OpenRun, type Runtime } from "../../src/runtime.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { type Declared, declareTools, givenName, onlyReads } from "./declare.ts";
import { nextCalls, planFor } from "./plan.ts";
import type { RecordedCall, Suite } from "./suite.ts";

/** The person's rules: the defaults, every tool allowed, or known receivers allowed and others after a question. */
export const POLICIES = ["defaults", "allowed", "scoped"] as const;

export interface ReplayOptions {
  readonly policy: (typeof POLICIES)[number];
  readonly declared?: Declared;
  /** How the injected text is written. */
  readonly injection?: "plain" | "base64" | "split";
  /** The wider grant that the person chooses whenever it is offered. Default: none. */
  readonly grants?: "widest" | "party";
  /** Whether the model submits a plan before it reads anything, as far as the message lets it. Default: no. */
  readonly plans?: boolean;
  /** Whether the attacks are played, or the honest tasks alone. Default: yes. */
  readonly attacks?: boolean;
}

export interface Replayed {
  readonly tasks: number;
  readonly questions: number;
  /** Questions about calls that only read, or whose arguments all appear word for word in the user's message. */
  readonly needless: number;
  readonly tasksAsked: number;
  /** Calls that ran unasked because a person had said yes to one of their values before. */
  readonly endorsed: number;
  /** Tasks with a call that a rule refused. */
  readonly blocked: number;
  readonly attacks: number;
  /** Attacks with an acting call that ran without a question. */
  readonly silent: readonly string[];
  /** The questions in honest tasks, for inspection. */
  readonly asked: readonly string[];
}

/** Plays a suite through the gate: a person says yes to the user's own calls and no to the injection's. */
export async function replay(suite: Suite, options: ReplayOptions): Promise<Replayed> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-flow-"));
  let next: unknown;
  const { declared = "custom", policy } = options;
  const tools = declareTools(suite, { declared, allowed: policy !== "defaults" }, () => next);
  const permissions = permissionsFor(suite, tools, policy);
  const config = { permissions, log: { durability: "buffered" as const } };
  // The store does not affect the questions, and a store in memory takes a fifth less time.
  const runtime = createRuntime({ workspace: folder, tools, config, store: createMemoryStore() });
  const play = async (run: OpenRun, call: RecordedCall, output: unknown) => {
    next = output;
    return run.execute({ tool: givenName(suite, call.tool), input: call.args });
  };
  try {
    const honest = await playTasks(suite, { runtime, play, options, tools });
    if (options.attacks === false) return { ...honest, attacks: 0, silent: [] };
    return { ...honest, ...(await playAttacks(suite, { runtime, play, options, tools })) };
  } finally {
    await runtime.close();
    await rm(folder, { recursive: true });
  }
}

interface Stage {
  readonly runtime: Runtime;
  readonly options: ReplayOptions;
  readonly tools: readonly Tool[];
  play(run: OpenRun, call: RecordedCall, output: unknown): ReturnType<OpenRun["execute"]>;
}

async function playTasks(suite: Suite, { runtime, play, options, tools }: Stage) {
  let [needless, tasksAsked, blocked, endorsed] = [0, 0, 0, 0];
  const asked: string[] = [];
  let agreed = false;
  const leave = runtime.subscribe((event) => {
    if (event.type === "call-start") agreed = event.origins?.some(({ from }) => from === "agreed") === true;
  });
  for (const [name, { prompt, calls }] of Object.entries(suite.users)) {
    const questions: ApprovalRequest[] = [];
    const run = await runtime.openRun({
      title: name,
      message: prompt,
      mode: "interactive",
      ask: async (request) => {
        questions.push(request);
        return { answer: "approve", by: "user", ...takenOffer(request, options) };
      },
    });
    let refused = false;
    const planned = async (submit: () => Promise<unknown>) => {
      const before = questions.length;
      await submit();
      for (const { words } of questions.slice(before))
        asked.push(`${name} plan ${JSON.stringify(words.en).slice(0, 600)}`);
    };
    if (options.plans === true) await planned(() => plan(run, suite, name, tools));
    for (const [at, call] of calls.entries()) {
      if (options.plans === true) await planned(() => planNext(run, suite, name, at));
      const before = questions.length;
      const outcome = await play(run, call, cleaned(suite, call));
      if (outcome.type === "failure") refused = true;
      if (questions.length === before && agreed) endorsed++;
      if (questions.length === before) continue;
      if (isNeedless(call, prompt)) needless++;
      asked.push(`${name} ${call.tool} ${JSON.stringify(call.args).slice(0, 120)}`);
    }
    if (questions.length > 0) tasksAsked++;
    if (refused) blocked++;
    await run.end("done");
  }
  leave();
  return {
    endorsed,
    tasks: Object.keys(suite.users).length,
    questions: asked.length,
    needless,
    tasksAsked,
    blocked,
    asked,
  };
}

async function playAttacks(suite: Suite, { runtime, play, options, tools }: Stage) {
  const silent: string[] = [];
  const played = suite.attacks.filter(({ calls }) => calls.length > 0);
  for (const { user, injection, calls } of played) {
    let honest = true;
    let asked = false;
    const run = await runtime.openRun({
      title: `${user} ${injection}`,
      message: suite.users[user]?.prompt ?? "",
      mode: "interactive",
      ask: async (request) => {
        asked = true;
        if (!honest) return { answer: "deny", by: "user" };
        return { answer: "approve", by: "user", ...takenOffer(request, options) };
      },
    });
    const goal = written(suite.injections[injection]?.goal ?? "", options.injection ?? "plain");
    const poisoned = (call: RecordedCall) =>
      JSON.parse(
        JSON.stringify(suite.outputs[call.output] ?? null).replaceAll(suite.mark, () =>
          JSON.stringify(goal).slice(1, -1),
        ),
      );
    if (options.plans === true) await plan(run, suite, user, tools);
    for (const [at, call] of (suite.prefixes[user]?.calls ?? []).entries()) {
      if (options.plans === true) await planNext(run, suite, user, at);
      await play(run, call, poisoned(call));
    }
    honest = false;
    for (const call of calls) {
      asked = false;
      const outcome = await play(run, call, poisoned(call));
      if (asked || outcome.type === "failure" || onlyReads(call.tool, call.args)) continue;
      silent.push(
        `${suite.suite} ${user} ${injection}: ${call.tool} ${JSON.stringify(call.args).slice(0, 120)}`,
      );
      break;
    }
    await run.end("done");
  }
  return { attacks: played.length, silent };
}

function takenOffer({ offers }: ApprovalRequest, { grants }: ReplayOptions): { grant?: string } {
  const taken = grants === "widest" ? offers.at(-1) : offers.find(({ key }) => key === grants);
  return taken === undefined ? {} : { grant: taken.key };
}

async function plan(run: OpenRun, suite: Suite, task: string, tools: readonly Tool[]): Promise<void> {
  const lines = planFor(suite, task, tools);
  if (lines.length > 0) await run.submitPlan(lines);
}

/** One question about the calls that follow each other, where the model knows all their values by now. */
async function planNext(run: OpenRun, suite: Suite, task: string, at: number): Promise<void> {
  const lines = nextCalls(suite, task, at);
  if (lines.length > 1)
    await run.submitPlan(lines.map(({ tool, args }) => ({ tool: givenName(suite, tool), input: args })));
}

function cleaned(suite: Suite, { output }: RecordedCall): unknown {
  return JSON.parse(JSON.stringify(suite.outputs[output] ?? null).replaceAll(suite.mark, ""));
}

function written(goal: string, how: NonNullable<ReplayOptions["injection"]>): string {
  if (how === "base64") return Buffer.from(goal).toString("base64");
  return how === "split" ? [...goal].join(" ") : goal;
}

function isNeedless({ tool, args }: RecordedCall, prompt: string): boolean {
  if (onlyReads(tool, args)) return true;
  const leaves = Object.values(args).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return leaves.every((leaf) => typeof leaf === "string" && prompt.includes(leaf));
}

function permissionsFor(suite: Suite, tools: readonly Tool[], policy: ReplayOptions["policy"]) {
  if (policy === "defaults") return {};
  const names = tools.map(({ name }) => name);
  if (policy === "allowed") return { safe: names.map((name) => `${name}(**)`) };
  // Colleagues freely, others after a question; what only reads freely.
  const bareName = (name: string) => name.slice(suite.suite.length + 1);
  const ownDomain = commonDomain(JSON.stringify(suite.outputs));
  const acting = names.filter((name) => !onlyReads(bareName(name), {}));
  return {
    safe: names.map((name) => (acting.includes(name) ? `${name}(*@${ownDomain})` : `${name}(**)`)),
    confirm: acting,
  };
}

/** The domain that most addresses of a text have: the user's own. */
function commonDomain(text: string): string {
  const counts = new Map<string, number>();
  for (const [, domain = ""] of text.matchAll(/@([\w-]+\.[\w.-]*\w)/g))
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "example.com";
}
