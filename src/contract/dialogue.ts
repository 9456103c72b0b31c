/** What a tool may need from whoever made the call, in the middle of it. The names and shapes are those of MCP. */
export const DIALOGUE_METHODS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

export type DialogueMethod = (typeof DIALOGUE_METHODS)[number];

export interface DialogueRequest {
  readonly method: DialogueMethod;
  readonly params?: Readonly<Record<string, unknown>>;
  /** What the server calls this question, where it names its questions: the client sees the same name. */
  readonly key?: string;
}

/** How much a log message matters, least first. */
export const LOG_LEVELS = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** A message that a server logs in the middle of a call. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly logger?: string | undefined;
  readonly data: unknown;
}

/** The way back to the caller. Only a door whose client can answer supplies one. */
export interface Dialogue {
  /** Who is behind it: all dialogues with the same one speak with the same client. Default: nobody else. */
  readonly caller?: object;
  /** Whether the client can answer such a request at all. */
  can(method: DialogueMethod): boolean;
  /** Rejects when the client does not answer or the call has ended. */
  request(request: DialogueRequest): Promise<unknown>;
  /** What the client says that it can do, in the shape of MCP: a server that asks with every call is told exactly this. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** The least level of log messages that the client wants; without one it gets what the server sends by itself. */
  readonly logLevel?: LogLevel;
  /** Whether the client wants to hear nothing but the answer: not how far the call is. */
  readonly quiet?: boolean;
  /** Hears what the server logs while this call is the only one under way there. */
  onLog?(message: LogMessage): void;
}
