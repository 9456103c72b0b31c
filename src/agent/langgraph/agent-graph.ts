import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  interrupt,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { AgentWorld } from "../agent-world.ts";
import type { AgentNode } from "../nodes.ts";
import { NODES } from "../nodes.ts";
import { EDGES, NODE_NAMES, type NodeName, nextNode } from "../workflow/next-node.ts";
import { type AgentState, applyPatch, type Patch } from "../workflow/state.ts";
import type { InterruptingAsk } from "./interrupting-ask.ts";

export interface AgentGraphOptions {
  readonly start: AgentState;
  readonly world: AgentWorld;
  /** Where to begin; at the beginning when left out. */
  readonly entry?: NodeName;
  readonly checkpointer?: BaseCheckpointSaver;
  /** Turns questions to people into interrupts of the graph; pass its `ask` to the run as well. */
  readonly asking?: InterruptingAsk;
  /** Hears of each finished node before the next begins. */
  onNode?(node: NodeName, patch: Patch): Promise<void>;
}

/** The workflow as a LangGraph StateGraph: the same nodes and the same routers as our own driver, compiled. */
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
  // The builder's type learns each name as it is added; here the names come from a table.
  const open = graph as unknown as {
    addNode(name: string, run: unknown): void;
    addConditionalEdges(from: string, route: unknown, targets: readonly string[]): void;
    compile: typeof graph.compile;
  };
  for (const name of NODE_NAMES) open.addNode(name, nodeOf(name));
  // A choice, so that a graph that begins later still knows every node.
  open.addConditionalEdges(START, () => entry, NODE_NAMES);
  for (const name of NODE_NAMES) {
    const targets = EDGES.filter(({ from }) => from === name).map(({ to }) => (to === "end" ? END : to));
    const route = ({ agent }: typeof State.State) => {
      const next = nextNode(name, agent);
      return next === "end" ? END : next;
    };
    open.addConditionalEdges(name, route, targets);
  }
  return open.compile(checkpointer === undefined ? {} : { checkpointer });
}

// LangGraph starts a node again on every resume. What it did before is safe: each call has a key, and a key runs once.
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
