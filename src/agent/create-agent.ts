import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { Turn } from "../contract/user/conversation.ts";
import { localDay } from "../contract/words/local-time.ts";
import { newRunId } from "../execution/run/run-id.ts";
import type { LanguageModel } from "../model/language/language-model.ts";
import { canonicalUrl } from "../policy/canonical-url.ts";
import { defined } from "../support/defined.ts";
import type { Language } from "../support/language-of.ts";
import { pushStream } from "../support/push-stream.ts";
import { withoutForbidden } from "../text/prohibitions.ts";
import { trimEndOf } from "../text/text-end.ts";
import type { AgentParts, TurnOptions } from "./agent-parts.ts";
import type { AgentRunOptions, AgentRuns } from "./agent-run.ts";
import { newConversation, newTurn, requireOwner } from "./new-turn.ts";
import { offeredTools } from "./nodes/context-build.ts";
import { type Persona, type PhraseSituation, phrase, voiceOf } from "./persona.ts";
import { buildPrompt } from "./prompt/build-prompt.ts";
import type { Section } from "./prompt/section.ts";
import { type Replay, type ReplayedRequest, replay } from "./replay.ts";
import { redacted, workTurn } from "./work-turn.ts";
import { workflowGraph } from "./workflow/edges.ts";

const ADDRESS = /https?:\/\/[^\s<>"'`，。；！？、（）「」《》]+/gi;

const MAX_ADDRESSES = 20;

/** Answers messages, with tools. */
export interface Agent {
  /** Runs one message. The last event is `run-end` with the answer. */
  run(text: string, options?: TurnOptions): AsyncIterable<HarbourEvent>;
  /** Runs one message and returns the answer. Throws a DejimaError if there is none. */
  ask(text: string, options?: TurnOptions): Promise<string>;
  /** Resumes a run whose process is gone. No finished call is repeated. */
  resume(runId: string, options?: TurnOptions): AsyncIterable<HarbourEvent>;
  /** Runs a recorded run again from its record, offline, and reports the first difference. */
  replay(runId: string): Promise<Replay>;
  /** The requests of a run to its model in order, rebuilt from its record, up to the first that differs from the one sent. */
  requests(runId: string): Promise<ReplayedRequest[]>;
  /** Interrupted runs that can be resumed, newest first. */
  interrupted(): Promise<Turn[]>;
  /** The sections of the system prompt, as a message would get them. */
  prompt(): Promise<Section[]>;
  /** The tool definitions that go with it, as a plain message would get them. */
  offer(): Promise<Offer>;
  model(): Promise<LanguageModel>;
  persona(): Promise<Persona>;
  /** The persona's phrase for a situation; empty if it has none. */
  phrase(situation: PhraseSituation, language: Language): Promise<string>;
  /** The workflow as a Mermaid flowchart. */
  graph(): Promise<string>;
}

/** The tools offered with a message, the approximate tokens of their definitions, and what is left to a search. */
export interface Offer {
  readonly tools: readonly string[];
  readonly tokens: number;
  readonly budget: number;
  readonly left: number;
  readonly leftTokens: number;
}

/** Creates an agent from its dependencies. */
export function createAgent(parts: AgentParts): Agent {
  return {
    run: (text, options = {}) => beginTurn(parts, text, options),
    ask: (text, options = {}) => answerOf(beginTurn(parts, text, options)),
    resume: (runId, options = {}) => resumeTurn(parts, runId, options),
    replay: (runId) => replayRun(parts, runId),
    async requests(runId) {
      const requests: ReplayedRequest[] = [];
      await replayRun(parts, runId, (request) => requests.push(request));
      return requests;
    },
    interrupted: () => interruptedTurns(parts),
    prompt: () => showPrompt(parts),
    offer: () => showOffer(parts),
    phrase: async (situation, language) => phrase(await parts.persona(), situation, { language, turn: 0 }),
    graph: async () => workflowGraph(),
    model: parts.model,
    persona: parts.persona,
  };
}

function beginTurn(parts: AgentParts, text: string, options: TurnOptions): AsyncIterable<HarbourEvent> {
  const at = Math.floor(parts.now());
  const { runId = newRunId(at) } = options;
  return streamUntil(parts.runs.subscribe, runId, async () => {
    const { conversations } = await parts.store();
    const known =
      options.conversation === undefined ? undefined : await conversations.get(options.conversation);
    if (known !== undefined && options.user !== undefined) requireOwner(known, options.user);
    const row = known ?? newConversation(text, options, at);
    const voice = voiceOf(await parts.persona());
    const turn = newTurn(text, { runId, conversationId: row.id, at, schedule: options.schedule });
    const { redact } = parts;
    const begins =
      options.accepted === undefined
        ? redacted({ conversation: { ...row, updatedAt: at }, turn }, redact)
        : undefined;
    const run = await parts.runs.open({
      ...runOptions(options, text),
      ...defined({ voice, begins }),
      runId,
      user: row.user,
      conversation: row.id,
      title: text.slice(0, 200),
    });
    const isFirst = options.accepted?.begins ?? known === undefined;
    const { user, door } = row;
    return { done: workTurn(parts, { run, turn, user, door, begins: isFirst, isNew: true }, options) };
  });
}

async function answerOf(events: AsyncIterable<HarbourEvent>): Promise<string> {
  let end: Extract<HarbourEvent, { type: "run-end" }> | undefined;
  for await (const event of events) if (event.type === "run-end") end = event;
  const { status = "failed", answer = "", runId = "" } = end ?? {};
  if (status === "done") return answer;
  const code = ({ cancelled: "cancelled", parked: "approval_required" } as const)[status as string]; // other states have no code
  throw new DejimaError(code ?? "server_unavailable", answer || "Cannot answer: the run ended early", {
    runId,
    status,
  });
}

function resumeTurn(parts: AgentParts, runId: string, options: TurnOptions): AsyncIterable<HarbourEvent> {
  return streamUntil(parts.runs.subscribe, runId, async () => {
    const { conversations, runs } = await parts.store();
    const turn = await conversations.turn(runId);
    // Its process was killed after the answer was stored and before the end was recorded.
    const onlyLacksEnd = turn?.status !== "open" && (await runs.get(runId))?.status === "open";
    if (turn === undefined || (turn.status !== "open" && !onlyLacksEnd)) {
      const why = turn === undefined ? "it is not a run of a conversation" : `it has ended (${turn.status})`;
      throw new DejimaError("invalid_input", `Cannot resume run "${runId.slice(0, 100)}": ${why}`, { runId });
    }
    const { user = LOCAL_USER, door = "" } = (await conversations.get(turn.conversationId)) ?? {};
    const voice = voiceOf(await parts.persona());
    const run = await parts.runs.reopen(runId, {
      ...runOptions(options, ""),
      ...defined({ voice }),
      conversation: turn.conversationId,
      title: turn.message.slice(0, 200),
    });
    if (onlyLacksEnd) return { done: run.end(turn.status, turn.answer) };
    const begins = options.accepted?.begins ?? (run.announced === true ? undefined : false);
    return { done: workTurn(parts, { run, turn, user, door, begins }, options) };
  });
}

async function replayRun(
  parts: AgentParts,
  runId: string,
  onRequest?: (request: ReplayedRequest) => void,
): Promise<Replay> {
  const { catalogue, settings, environment } = parts;
  const recording = await parts.recording(runId);
  const named = recording.events.find((event) => event.type === "turn-start")?.persona;
  const own = await parts.persona();
  // If that persona no longer exists, the replay reports the difference.
  const persona =
    named === undefined || named === own.name
      ? own
      : ((await parts.personaNamed?.(named).catch(() => undefined)) ?? own);
  return replay(recording, { catalogue, settings, environment, persona }, onRequest);
}

const MAX_CONVERSATIONS = 50;

async function interruptedTurns(parts: AgentParts): Promise<Turn[]> {
  const { conversations } = await parts.store();
  const recent = await conversations.list({ limit: MAX_CONVERSATIONS });
  const last = await Promise.all(recent.map(({ id }) => conversations.turns(id, { limit: 1 })));
  return last.flat().filter(({ status }) => status === "open");
}

async function showPrompt(parts: AgentParts): Promise<Section[]> {
  const { catalogue, environment, settings } = parts;
  const remembered = (await parts.memories?.("", { user: LOCAL_USER, conversationId: "" })) ?? [];
  return buildPrompt({
    persona: await parts.persona(),
    language: "en",
    environment,
    today: localDay(parts.now(), await parts.timezoneOf?.(LOCAL_USER)),
    tools: catalogue.list(),
    skills: await catalogue.skills(),
    active: [],
    memories: remembered.map(({ text }) => text),
    boundary: "0".repeat(32),
    maxIterations: settings.maxIterations,
    pinned: settings.pinnedTools ?? [],
    uses: (await catalogue.uses?.()) ?? new Map(),
  });
}

async function showOffer({ catalogue, settings, model }: AgentParts): Promise<Offer> {
  const { tools } = await offeredTools("", { catalogue, settings, model: await model() });
  const all = catalogue.list();
  const weigh = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (catalogue.offer(name)?.tokens ?? 0), 0);
  return {
    tools,
    tokens: weigh(tools),
    budget: settings.toolTokens,
    left: all.length - tools.length,
    leftTokens: weigh(all.map(({ name }) => name)) - weigh(tools),
  };
}

function runOptions(
  { runId, mode, ask, park, place, untrusted, layers, callSignal, onStop, schedule, worksFor }: TurnOptions,
  message: string,
): Omit<AgentRunOptions, "title"> {
  return {
    // A message that carries untrusted content may name addresses that the user did not choose.
    ...(untrusted === undefined
      ? { named: namedAddresses(withoutForbidden(message)), message }
      : { untrusted }),
    ...defined({ runId, mode, ask, park, place, layers, callSignal, onStop, schedule, worksFor }),
  };
}

/** The events of one run from its first one until its work is done. Rethrows errors of the work. */
function streamUntil(
  subscribe: AgentRuns["subscribe"],
  runId: string,
  start: () => Promise<{ readonly done: Promise<void> }>,
): AsyncIterableIterator<HarbourEvent> {
  return pushStream(({ push, end }) => {
    // Whoever gets an event may look the run up, so none is given before its rows are stored.
    const early: HarbourEvent[] = [];
    let give: (event: HarbourEvent) => void = (event) => void early.push(event);
    const work = async () => {
      const { done } = await start();
      for (const event of early) push(event);
      give = push;
      await done;
    };
    const leave = subscribe((event) => give(event), { runId });
    work().then(
      () => end(),
      (error) => end({ error }),
    );
    return leave;
  });
}

/** The addresses in a text, in canonical spelling. */
function namedAddresses(text: string): string[] {
  return [...text.matchAll(ADDRESS)].slice(0, MAX_ADDRESSES).flatMap(([found]) => {
    // Punctuation may follow an address directly.
    const candidates = [found, trimEndOf(found, /[.,;:!?)\]}]/)];
    return candidates.flatMap((candidate) => {
      try {
        return [canonicalUrl(candidate)];
      } catch {
        return [];
      }
    });
  });
}
