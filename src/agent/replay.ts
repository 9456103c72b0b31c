import { DejimaError } from "../contract/error.ts";
import type { EventOf, HarbourEvent } from "../contract/event.ts";
import type { Step } from "../contract/user/conversation.ts";
import {
  type CallResult,
  type KeyedCall,
  outcomeOfEnd,
  type RecordedCall,
} from "../execution/run/keyed-call.ts";
import type { LanguageModel, ModelPart } from "../model/language/language-model.ts";
import { defined } from "../support/defined.ts";
import type { AgentWorld } from "./agent-world.ts";
import { differingPart, requestHash } from "./model-request.ts";
import { drive } from "./workflow/drive.ts";
import { initialState, type Patch } from "./workflow/state.ts";

/** The result of a replay. */
export interface Replay {
  readonly runId: string;
  readonly same: boolean;
  /** The first difference to the record. */
  readonly divergence?: string;
  readonly steps: number;
  readonly answer: string;
}

/** A request to the model, rebuilt from the record. */
export interface ReplayedRequest {
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** The names of the offered tools. */
  readonly tools: readonly string[];
  /** Whether it is the request that was sent, by its hash. */
  readonly same: boolean;
}

export interface Recording {
  readonly runId: string;
  readonly events: readonly HarbourEvent[];
  readonly calls: ReadonlyMap<string, RecordedCall>;
  readonly steps: readonly Step[];
  observation(ref: string): Promise<string>;
}

class Diverged extends Error {}

/** Thrown at the end of the record of a run that was stopped, failed or interrupted. */
class RecordEnds extends Error {}

/**
 * Runs a recorded run again without model, tools or network. Replies and results come from the record; everything else is
 * computed again with today's code and config. Stops at the first difference and reports it.
 */
export async function replay(
  recording: Recording,
  world: Pick<AgentWorld, "catalogue" | "settings" | "environment" | "persona">,
  onRequest: (request: ReplayedRequest) => void = () => {},
): Promise<Replay> {
  const { runId, events, steps } = recording;
  const start = events.find((event) => event.type === "turn-start");
  const end = events.findLast((event) => event.type === "run-end");
  if (start === undefined)
    throw new DejimaError("invalid_input", `Cannot replay run ${runId}: it is not a run of a conversation`, {
      runId,
    });
  const first = steps.find(({ node }) => node === "context_build")?.patch as Patch | undefined; // written by the agent
  const routed = (steps.find(({ node }) => node === "route")?.patch as Patch | undefined)?.set; // written by the agent
  const sets = steps.map(({ patch }) => (patch as Patch).set ?? {}); // written by the agent
  const activated = sets.find((set) => set.activeSkills !== undefined);
  const withheld = sets.flatMap((set) => (set.withheld === undefined ? [] : [[...set.withheld]]));
  const done: string[] = [];
  const nodeOf = recordedNodes(recording);
  const isWhole = end?.status === "done";
  const { conversationId, message, language } = start;
  try {
    const state = await drive(
      initialState({ runId, conversationId, message, language }),
      {
        ...world,
        environment: { ...world.environment, asking: start.asking ?? world.environment.asking },
        catalogue: {
          ...world.catalogue,
          uses: async () => new Map(Object.entries(routed?.uses ?? {})),
          findSkills: async () =>
            (activated?.activeSkills ?? [])
              .filter(({ binds }) => binds === "nothing")
              .map(({ name }) => name),
          findTools: async (text, limit) => routed?.found ?? world.catalogue.findTools(text, limit),
        },
        model: {
          ...recordedModel(usedReplies(recording), asidesOf(recording), {
            boundary: first?.set?.boundary ?? "",
            isWhole,
            onRequest,
          }),
          ...defined({ thinks: start.thinks }),
        },
        run: {
          execute: (calls) =>
            Promise.all(calls.map((call) => recordedResult(call, recording, { ...world, isWhole }))),
          activate: async () => {},
          withheld: () => withheld.shift() ?? [],
          mark: () => {},
          flow: { said: "", seen: [], recall: () => {} },
        },
        history: async () => ({ messages: first?.set?.history ?? [], sources: [], said: [], seen: [] }),
        memories: async () => (first?.set?.memories ?? []).map((text) => ({ text })),
        today: () => start.today ?? start.at.slice(0, 10),
        random: () => first?.set?.boundary ?? "",
        emit: () => {},
        signal: new AbortController().signal,
      },
      {
        list: async () => [],
        async append(further) {
          for (const { node, number } of further) {
            const recorded = nodeOf(number);
            if (recorded !== undefined && recorded !== node)
              throw new Diverged(`step ${number + 1} is ${node}, it was ${recorded}`);
            done.push(node);
          }
        },
      },
    );
    const same = !isWhole || end?.answer === undefined || end.answer === state.answer;
    const divergence = same ? {} : { divergence: "the answer is not the recorded one" };
    return { runId, same, ...divergence, steps: done.length, answer: state.answer };
  } catch (error) {
    // Everything up to the point where it was stopped matches the record.
    if (error instanceof RecordEnds)
      return { runId, same: true, steps: done.length, answer: end?.answer ?? "" };
    if (!(error instanceof Diverged)) throw error;
    return { runId, same: false, divergence: error.message, steps: done.length, answer: "" };
  }
}

/** What a replay reads of the steps. The rest stands in the log. */
const REPLAYED = ["history", "memories", "boundary", "uses", "found", "withheld", "activeSkills"] as const;

/**
 * The steps of a run that a replay needs if no other process has worked on it. The nodes of the others stand in the log; the last
 * step shows that they were made.
 */
export function replayedSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step, at) => {
    const { set = {} } = step.patch as Patch; // written by the agent
    const kept = REPLAYED.filter((name) => set[name] !== undefined).map((name) => [name, set[name]]);
    if (kept.length > 0) return [{ ...step, patch: { set: Object.fromEntries(kept) } }];
    return at === steps.length - 1 ? [{ ...step, patch: {} }] : [];
  });
}

/** Whether steps were left out by `replayedSteps`. */
function isShortened(steps: readonly Step[]): boolean {
  return steps.some(({ number }, at) => number !== at);
}

/** The node of each step of a run by its number. Returns `undefined` beyond the record. */
function recordedNodes({ events, steps }: Recording): (number: number) => string | undefined {
  const stored = new Map(steps.map(({ number, node }) => [number, node]));
  const last = steps.at(-1)?.number ?? -1;
  const logged = isShortened(steps) ? events.filter((event) => event.type === "node-end").slice(0, last) : [];
  return (number) => stored.get(number) ?? logged[number]?.node;
}

/** The replies that the run used. Rounds that were lost with a process were requested again. */
function usedReplies({ events, steps }: Recording): EventOf<"model-end">[] {
  const recorded = events
    .filter((event) => event.type === "model-end")
    .filter(({ purpose }) => purpose === undefined);
  if (isShortened(steps)) return recorded;
  const generated = steps.filter(({ node }) => node === "generate");
  if (generated.length === recorded.length) return recorded;
  let from = 0;
  const used = generated.flatMap(({ patch }) => {
    const reply = (patch as Patch).messages?.[0]; // written by the agent
    const at = recorded.findIndex(
      ({ text, calls }, index) =>
        index >= from &&
        reply?.role === "assistant" &&
        reply.text === text &&
        reply.calls.length === calls.length &&
        reply.calls.every(({ id }, n) => id === calls[n]?.id),
    );
    if (at === -1) return [];
    from = at + 1;
    return recorded.slice(at, at + 1);
  });
  return used.length === 0 ? recorded : used;
}

/** The model's judgements on the way. Its summaries are in the first step. */
function asidesOf({ events }: Recording): EventOf<"model-end">[] {
  return events
    .filter((event) => event.type === "model-end")
    .filter(({ purpose }) => purpose === "reflection");
}

function recordedModel(
  replies: readonly EventOf<"model-end">[],
  asides: readonly EventOf<"model-end">[],
  options: {
    readonly boundary: string;
    readonly isWhole: boolean;
    onRequest(request: ReplayedRequest): void;
  },
): LanguageModel {
  const { boundary, isWhole, onRequest } = options;
  let turn = 0;
  let judged = 0;
  return {
    id: replies[0]?.model ?? "recorded",
    reflects: asides.length > 0,
    async *stream(request): AsyncGenerator<ModelPart> {
      if (request.purpose !== undefined) {
        yield { type: "text-delta", text: asides[judged++]?.text ?? "" };
        yield { type: "end", reason: "stop" };
        return;
      }
      const reply = replies[turn++];
      if (reply === undefined && !isWhole) throw new RecordEnds();
      if (reply === undefined) throw new Diverged(`the model is asked ${turn} times, it was ${turn - 1}`);
      const part = differingPart(requestHash(request, boundary), reply.requestHash);
      const { system, messages, tools } = request;
      onRequest({
        system,
        messages: messages.map(({ role, text }) => ({ role, text })),
        tools: tools.map(({ name }) => name),
        same: part === undefined,
      });
      if (part !== undefined) throw new Diverged(`request ${turn} to the model differs: ${part}`);
      yield { type: "text-delta", text: reply.text };
      for (const call of reply.calls) yield { type: "tool-call", call };
      yield { type: "usage", usage: reply.usage };
      yield { type: "end", reason: "stop" };
    },
  };
}

async function recordedResult(
  { key, refusal }: KeyedCall,
  { runId, calls, observation }: Recording,
  { settings, isWhole }: Pick<AgentWorld, "settings"> & { readonly isWhole: boolean },
): Promise<CallResult> {
  const call = calls.get(key);
  // Older records do not contain calls that could not run.
  if (refusal !== undefined)
    return { outcome: { type: "failure", callId: "", runId, error: refusal.toData() }, effects: [] };
  if (call?.end === undefined && !isWhole) throw new RecordEnds();
  if (call?.end === undefined)
    throw new Diverged(`the call ${key} is made, which the record does not contain`);
  const { tool, callId } = call.end;
  try {
    return { outcome: await outcomeOfEnd(call.end, observation, settings.maxOutput), effects: call.effects };
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    throw new Diverged(`the result of ${tool} (${callId}) is not as recorded: ${error.message}`);
  }
}
