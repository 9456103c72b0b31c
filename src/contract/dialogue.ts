/** Requests that a tool may send to its caller during a call. The names and shapes are those of MCP. */
export const DIALOGUE_METHODS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

export type DialogueMethod = (typeof DIALOGUE_METHODS)[number];

export interface DialogueRequest {
  readonly method: DialogueMethod;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The server's own id of this question, if it has one. The client sees the same id. */
  readonly key?: string;
}

/** The severity of a log message, least severe first. */
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
  /** Identifies the client: dialogues with the same object talk to the same client. Default: a separate client. */
  readonly caller?: object;
  /** Whether the client can answer requests of this method. */
  can(method: DialogueMethod): boolean;
  /** Rejects when the client does not answer or the call has ended. */
  request(request: DialogueRequest): Promise<unknown>;
  /** The client's capabilities, in the shape of MCP. A server that asks with every call receives exactly these. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** The lowest level of log messages that the client wants. Without it, the server's own default applies. */
  readonly logLevel?: LogLevel;
  /** Whether the client wants only the answer and no progress. */
  readonly quiet?: boolean;
  /** Receives the server's log messages while this call is the only one in progress there. */
  onLog?(message: LogMessage): void;
}
