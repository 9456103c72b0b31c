/** What a tool may need from whoever made the call, in the middle of it. The names and shapes are those of MCP. */
export const DIALOGUE_METHODS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

export type DialogueMethod = (typeof DIALOGUE_METHODS)[number];

export interface DialogueRequest {
  readonly method: DialogueMethod;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The way back to the caller. Only a door whose client can answer supplies one. */
export interface Dialogue {
  /** Whether the client can answer such a request at all. */
  can(method: DialogueMethod): boolean;
  /** Rejects when the client does not answer or the call has ended. */
  request(request: DialogueRequest): Promise<unknown>;
}
