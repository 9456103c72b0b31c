// `dejima/langgraph`, for people who build on LangGraph, an optional peer dependency.
export type { AgentWorld } from "./agent/agent-world.ts";
export {
  type AgentGraphOptions,
  agentGraph,
  createInterruptingAsk,
  type HashedAnswer,
  type InterruptingAsk,
  langGraphDriver,
} from "./agent/langgraph/agent-graph.ts";
export type { Driver } from "./agent/workflow/drive.ts";
export { NODE_NAMES, type NodeName } from "./agent/workflow/edges.ts";
export type { AgentState, Patch } from "./agent/workflow/state.ts";
