/** The names of all sandbox drivers. `listDrivers` says which of them work on a machine. */
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

/** The name of a provider. */
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** What can run the agent's workflow: our own driver, or LangGraph. */
export const AGENT_DRIVERS = ["own", "langgraph"] as const;

/** The name of what runs the agent's workflow. */
export type AgentDriverName = (typeof AGENT_DRIVERS)[number];

/** The name of a driver. */
export type DriverName = (typeof DRIVER_NAMES)[number];
