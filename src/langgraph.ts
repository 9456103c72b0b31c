// What `dejima/langgraph` offers to people who build on LangGraph, an optional peer dependency.
export { type AgentGraphOptions, agentGraph } from "./agent/langgraph/agent-graph.ts";
export {
  createInterruptingAsk,
  type HashedAnswer,
  type InterruptingAsk,
} from "./agent/langgraph/interrupting-ask.ts";
export { langGraphDriver } from "./agent/langgraph/langgraph-driver.ts";
