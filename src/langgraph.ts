// What `dejima/langgraph` offers to people who build on LangGraph, an optional peer dependency.
export {
  type AgentGraphOptions,
  agentGraph,
  createInterruptingAsk,
  type HashedAnswer,
  type InterruptingAsk,
  langGraphDriver,
} from "./agent/langgraph/agent-graph.ts";
