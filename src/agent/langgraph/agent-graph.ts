import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  interrupt,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { ApprovalAnswer, ApprovalRequest, Ask } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import type { AgentWorld } from "../agent-world.ts";
import { elapsed } from "../model-request.ts";
import { type AgentNode, type Driver, NODES, replaySteps } from "../workflow/drive.ts";
import { EDGES, NODE_NAMES, type NodeName, nextNode } from "../workflow/edges.ts";
import { type AgentState, applyPatch, type Patch } from "../workflow/state.ts";

export interface AgentGraphOptions {
  readonly start: AgentState;
  readonly world: AgentWorld;
  /** The first node. Default: the start of the workflow. */
  readonly entry?: NodeName;
  readonly checkpointer?: BaseCheckpointSaver;
  /** Turns questions to people into interrupts of the graph. Pass its `ask` to the run as well. */
  readonly asking?: InterruptingAsk;
  /** Called after each finished node, before the next begins. */
  onNode?(node: NodeName, patch: Patch): Promise<void>;
}

/** The workflow as a compiled LangGraph StateGraph, with the same nodes and routers as our own driver. */
export function agentGraph({
  start,
  world,
  entry = "context_build",
  checkpointer,
  asking,
  onNode,
}: AgentGraphOptions) {
  const State = Annotation.Root({
    agent: Annotation<AgentState, Patch>({ reducer: applyPatch, default: () => start }),
  });
  const nodeOf =
    (name: NodeName) =>
    async ({ agent }: typeof State.State) => {
      const patch = await runNode(NODES[name], agent, world, asking);
      await onNode?.(name, patch);
      return { agent: patch };
    };
  const graph = new StateGraph(State);
  // The builder's type learns each name as it is added. Here the names come from a table.
  const open = graph as unknown as {
    addNode(name: string, run: unknown): void;
    addConditionalEdges(from: string, route: unknown, targets: readonly string[]): void;
    compile: typeof graph.compile;
  };
  for (const name of NODE_NAMES) open.addNode(name, nodeOf(name));
  // A conditional edge, so that a graph that begins later still contains every node.
  open.addConditionalEdges(START, () => entry, NODE_NAMES);
  for (const name of NODE_NAMES) {
    const targets = EDGES.filter(({ from }) => from === name).map(({ to }) => (to === "end" ? END : to));
    const route = ({ agent }: typeof State.State) => {
      const next = nextNode(name, agent);
      return next === "end" ? END : next;
    };
    open.addConditionalEdges(name, route, targets);
  }
  return open.compile(defined({ checkpointer }));
}

// LangGraph starts a node again on every resume. That is safe: each call has a key, and a key runs once.
async function runNode(
  node: AgentNode,
  state: AgentState,
  world: AgentWorld,
  asking: InterruptingAsk | undefined,
): Promise<Patch> {
  if (asking === undefined) return node(state, world);
  const work = node(state, world);
  work.catch(() => {});
  for (;;) {
    const question = await asking.next(work);
    if (question === undefined) return work;
    asking.answer(interrupt(question));
  }
}

/** The answer with which a graph is resumed, to the question with this hash. */
export interface HashedAnswer extends ApprovalAnswer {
  readonly hash: string;
}

/** Questions to people that wait until the graph is interrupted and resumed. */
export interface InterruptingAsk {
  readonly ask: Ask;
  /** The first open question, as soon as there is one. Returns `undefined` if the work ends without one. */
  next(work: Promise<unknown>): Promise<ApprovalRequest | undefined>;
  /** Answers a question. An answer to a question that is not open is ignored: resumed values come in order, not by name. */
  answer(answer: HashedAnswer): void;
}

export function createInterruptingAsk(): InterruptingAsk {
  const open = new Map<string, { request: ApprovalRequest; resolve(answer: ApprovalAnswer): void }>();
  let wake = () => {};
  return {
    ask: (request) =>
      new Promise((resolve) => {
        open.set(request.hash, { request, resolve });
        wake();
      }),
    async next(work) {
      let ended = false;
      const end = work.then(
        () => {
          ended = true;
        },
        () => {
          ended = true;
        },
      );
      while (open.size === 0 && !ended) {
        await Promise.race([
          end,
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        ]);
      }
      return ended ? undefined : open.values().next().value?.request;
    },
    answer({ hash, ...answer }) {
      open.get(hash)?.resolve(answer);
      open.delete(hash);
    },
  };
}

// Far above the workflow's own limits, which end it.
const RECURSION_LIMIT = 1_000;

/** Runs the workflow through LangGraph. Steps are stored like those of our own driver, so that either driver can continue. */
export function langGraphDriver(): Driver {
  return async (start, world, steps) => {
    const { state, node, number } = await replaySteps(start, steps);
    if (node === "end") return state;
    if (state.activeSkills.length > 0) await world.run.activate(state.activeSkills, state.message);
    let current = state;
    let count = number;
    let started = performance.now();
    const graph = agentGraph({
      start: state,
      world,
      entry: node,
      async onNode(name, patch) {
        await steps.append([{ runId: start.runId, number: count++, node: name, patch, at: Date.now() }]);
        current = applyPatch(current, patch);
        world.emit({
          type: "node-end",
          node: name,
          next: nextNode(name, current),
          durationMs: elapsed(started),
        });
        started = performance.now();
        if (world.signal.aborted) throw new DejimaError("cancelled", "Cancelled between two steps");
      },
    });
    await graph.invoke({ agent: {} }, { recursionLimit: RECURSION_LIMIT });
    return current;
  };
}
