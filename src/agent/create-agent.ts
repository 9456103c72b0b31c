import { randomBytes } from "node:crypto";
import type { Conversation, Turn } from "../contract/conversation.ts";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { RunStatus } from "../contract/run.ts";
import type { LanguageModel } from "../model/language/language-model.ts";
import type { Store } from "../store/store.ts";
import { type Language, languageOf } from "../support/language-of.ts";
import type { AgentSettings, AgentWorld, Catalogue } from "./agent-world.ts";
import { readHistory, turnContext } from "./conversation-history.ts";
import type { Driver } from "./drive.ts";
import { replaySteps } from "./drive.ts";
import { gateHands } from "./gate-hands.ts";
import type { Gate, GateRun, GateRunOptions } from "./gate-run.ts";
import type { Learning } from "./learning.ts";
import { message } from "./messages.ts";
import { type Persona, type PhraseSituation, phrase } from "./persona/persona.ts";
import { buildPrompt } from "./prompt/build-prompt.ts";
import type { Section } from "./prompt/section.ts";
import { redactedStore } from "./redacted-store.ts";
import { type Recording, type Replay, replay } from "./replay.ts";
import { type AgentState, initialState } from "./state.ts";
import { streamUntil } from "./stream-until.ts";
import { workflowGraph } from "./workflow-graph.ts";

export interface AgentParts {
  readonly gate: Gate;
  readonly catalogue: Catalogue;
  readonly settings: AgentSettings;
  readonly environment: AgentWorld["environment"];
  readonly drive: Driver;
  model(): Promise<LanguageModel>;
  persona(): Promise<Persona>;
  store(): Promise<Store>;
  now(): number;
  readonly learning?: Learning;
  /** Leaves secrets out of JSON text before it is stored. */
  redact?(json: string): string;
  /** What is recorded of a run. */
  recording(runId: string): Promise<Recording>;
}

export interface TurnOptions extends Omit<GateRunOptions, "title"> {
  /** Goes on with this conversation; a new one begins without it. */
  readonly conversation?: string;
  readonly door?: string;
  readonly signal?: AbortSignal;
  /** Asked for each round of calls: aborting it stops those calls, and the run goes on. */
  readonly callSignal?: () => AbortSignal;
}

/** From a message to an answer, with tools in between. */
export interface Agent {
  /** Runs one message. The last event is `run-end` with the answer. */
  run(text: string, options?: TurnOptions): AsyncIterable<HarbourEvent>;
  /** Goes on with a run whose process is gone. Nothing that was done is done again. */
  resume(runId: string, options?: TurnOptions): AsyncIterable<HarbourEvent>;
  /** Runs a recorded run again from its record, offline, and names the first difference. */
  replay(runId: string): Promise<Replay>;
  /** Runs that broke off and can be resumed, newest first. */
  interrupted(): Promise<Turn[]>;
  /** The system prompt in its parts, as a message would get it. */
  prompt(): Promise<Section[]>;
  model(): Promise<LanguageModel>;
  persona(): Promise<Persona>;
  /** What the persona says at a moment; empty when it has no words for it. */
  phrase(situation: PhraseSituation, language: Language): Promise<string>;
  /** The workflow as a Mermaid flowchart. */
  graph(): string;
}

/** Makes an agent of its parts. */
export function createAgent(parts: AgentParts): Agent {
  return {
    run: (text, options = {}) => begin(parts, text, options),
    resume: (runId, options = {}) => goOn(parts, runId, options),
    replay: (runId) => replayRun(parts, runId),
    interrupted: () => interruptedTurns(parts),
    prompt: () => showPrompt(parts),
    phrase: async (situation, language) => phrase(await parts.persona(), situation, { language, turn: 0 }),
    graph: workflowGraph,
    model: parts.model,
    persona: parts.persona,
  };
}

async function* begin(parts: AgentParts, text: string, options: TurnOptions): AsyncGenerator<HarbourEvent> {
  const { conversation = `c-${randomBytes(6).toString("hex")}`, door = "api", user = "local" } = options;
  const at = Math.floor(parts.now());
  const { conversations } = await keeping(parts);
  const known = await conversations.get(conversation);
  const row: Conversation = known ?? {
    id: conversation,
    door,
    user,
    title: text.slice(0, 80),
    createdAt: at,
    updatedAt: at,
  };
  yield* streamUntil(parts.gate.subscribe, async () => {
    const run = await parts.gate.open({ ...gateOptions(options), user: row.user, title: text.slice(0, 200) });
    await conversations.put({ ...row, updatedAt: at });
    const turn: Turn = {
      runId: run.id,
      conversationId: conversation,
      message: text,
      status: "open",
      answer: "",
      startedAt: at,
      context: { messages: [], calls: [] },
    };
    await conversations.putTurn(turn);
    return { runId: run.id, done: work(parts, { run, turn, begins: known === undefined }, options) };
  });
}

async function* goOn(parts: AgentParts, runId: string, options: TurnOptions): AsyncGenerator<HarbourEvent> {
  const turn = await (await parts.store()).conversations.turn(runId);
  if (turn === undefined || turn.status !== "open") {
    const why = turn === undefined ? "it is no run of a conversation" : `it has ended (${turn.status})`;
    throw new DejimaError("invalid_input", `Cannot resume run "${runId.slice(0, 100)}": ${why}`, { runId });
  }
  yield* streamUntil(parts.gate.subscribe, async () => {
    const run = await parts.gate.reopen(runId, {
      ...gateOptions(options),
      title: turn.message.slice(0, 200),
    });
    return { runId, done: work(parts, { run, turn, begins: undefined }, options) };
  });
}

async function work(
  parts: AgentParts,
  { run, turn, begins }: { run: GateRun; turn: Turn; begins: boolean | undefined },
  { signal = new AbortController().signal, callSignal }: TurnOptions,
): Promise<void> {
  const { conversations, steps } = await keeping(parts);
  const language = languageOf(turn.message);
  const { conversationId } = turn;
  const start = initialState({ runId: run.id, conversationId, message: turn.message, language });
  let state: AgentState = start;
  let status: RunStatus = "done";
  try {
    const [model, persona] = await Promise.all([parts.model(), parts.persona()]);
    const world = worldOf(parts, { hands: gateHands(run, callSignal), run, model, persona, signal });
    // A run that is resumed has said this already.
    if (begins !== undefined) {
      world.emit({
        type: "turn-start",
        conversationId,
        message: turn.message,
        model: model.id,
        persona: persona.name,
        language,
      });
      const { introduction } = model;
      if (introduction !== undefined && begins)
        world.emit({ type: "notice", situation: "model", text: introduction[language] });
    }
    state = await parts.drive(start, world, steps);
  } catch (error) {
    if (!(error instanceof DejimaError)) {
      await run.end("failed", "");
      throw error;
    }
    state = (await replaySteps(start, steps)).state;
    status = error.code === "cancelled" || signal.aborted ? "cancelled" : "failed";
    const answer =
      status === "cancelled"
        ? message("cancelled", language)
        : message("modelFailed", language, { why: error.message });
    state = { ...state, answer };
  }
  await conversations.putTurn({ ...turn, status, answer: state.answer, context: turnContext(state) });
  if (status === "done")
    await parts.learning?.learn((await conversations.get(conversationId))?.user ?? "local", state);
  await run.end(status, state.answer);
}

async function keeping({ store, redact }: AgentParts): Promise<Pick<Store, "conversations" | "steps">> {
  return redact === undefined ? store() : redactedStore(await store(), redact);
}

const PASSING: ReadonlySet<HarbourEvent["type"]> = new Set(["text-delta", "node-end", "notice"]);

function worldOf(
  parts: AgentParts,
  { run, ...given }: Pick<AgentWorld, "hands" | "model" | "persona" | "signal"> & { run: GateRun },
): AgentWorld {
  const { catalogue, settings, environment } = parts;
  return {
    ...given,
    catalogue,
    settings,
    environment,
    history: async (conversationId) => {
      const { conversations } = await parts.store();
      return readHistory(conversationId, { conversations, maxTokens: settings.historyTokens });
    },
    today: () => new Date(parts.now()).toISOString().slice(0, 10),
    random: () => randomBytes(16).toString("hex"),
    emit(event) {
      const whole = { ...event, runId: run.id, at: new Date(parts.now()).toISOString() };
      // Steps are kept in the store; what is only said on the way needs no record.
      if (PASSING.has(whole.type)) run.announce(whole);
      else run.record(whole);
    },
  };
}

async function replayRun(parts: AgentParts, runId: string): Promise<Replay> {
  const { catalogue, settings, environment } = parts;
  const world = { catalogue, settings, environment, persona: await parts.persona() };
  return replay(await parts.recording(runId), world);
}

const MOST_CONVERSATIONS = 50;

async function interruptedTurns(parts: AgentParts): Promise<Turn[]> {
  const { conversations } = await parts.store();
  const recent = await conversations.list({ limit: MOST_CONVERSATIONS });
  const last = await Promise.all(recent.map(({ id }) => conversations.turns(id, { limit: 1 })));
  return last.flat().filter(({ status }) => status === "open");
}

async function showPrompt(parts: AgentParts): Promise<Section[]> {
  const { catalogue, environment, settings } = parts;
  return buildPrompt({
    persona: await parts.persona(),
    language: "en",
    environment,
    today: new Date(parts.now()).toISOString().slice(0, 10),
    tools: catalogue.list(),
    skills: await catalogue.skills(),
    active: [],
    memories: await catalogue.memories(""),
    boundary: "0".repeat(32),
    maxIterations: settings.maxIterations,
  });
}

function gateOptions({ mode, ask, park }: TurnOptions): Omit<GateRunOptions, "title"> {
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(ask === undefined ? {} : { ask }),
    ...(park === undefined ? {} : { park }),
  };
}
