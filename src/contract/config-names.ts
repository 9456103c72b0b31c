/** The names of all sandbox drivers. `listDrivers` returns those that work on this machine. */
export const DRIVER_NAMES = ["bubblewrap", "docker", "process"] as const;

/** The kinds of provider of language models. `compatible` is any server that speaks OpenAI's API; `local` is a GGUF file. */
export const MODEL_PROVIDERS = [
  "openai",
  "anthropic",
  "google",
  "compatible",
  "ollama",
  "local",
  "offline",
] as const;

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** The drivers of the agent's workflow: our own, or LangGraph. */
export const AGENT_DRIVERS = ["own", "langgraph"] as const;

export type AgentDriverName = (typeof AGENT_DRIVERS)[number];

export type DriverName = (typeof DRIVER_NAMES)[number];
