import { DejimaError } from "../../contract/error.ts";
import type { LanguageModel, ModelPart, ModelRequest } from "./language-model.ts";
import type { Medium } from "./media.ts";

/** One reply of a script. `calls` may contain data, or text as a broken model would write it. */
export interface ScriptedReply {
  readonly text?: string;
  /** Its thoughts before that. */
  readonly thinking?: string;
  readonly calls?: readonly { readonly tool: string; readonly input?: unknown; readonly id?: string }[];
  /** Thrown instead of a reply. */
  readonly error?: Error;
}

export type Script =
  | readonly ScriptedReply[]
  | ((request: ModelRequest, turn: number) => ScriptedReply | Promise<ScriptedReply>);

/** A model that replies from a script, for tests and demonstrations. Records its requests. */
export class ScriptedModel implements LanguageModel {
  readonly id = "scripted:script";
  readonly reflects: boolean;
  readonly takes: readonly Medium[];
  readonly requests: ModelRequest[] = [];
  readonly #script: Script;
  #turn = 0;

  /** With `reflects`, the script also answers requests to judge runs and to summarize conversations. */
  constructor(
    script: Script,
    {
      reflects = false,
      takes = [],
    }: { readonly reflects?: boolean; readonly takes?: readonly Medium[] } = {},
  ) {
    this.reflects = reflects;
    this.takes = takes;
    this.#script = script;
  }

  async *stream(request: ModelRequest, { signal }: { signal: AbortSignal }): AsyncGenerator<ModelPart> {
    const turn = this.#turn++;
    this.requests.push(request);
    const { text = "", thinking = "", calls = [], error } = await this.#reply(request, turn);
    if (error !== undefined) throw error;
    for (const piece of thinking.match(/\S+\s*|\s+/g) ?? []) yield { type: "thinking-delta", text: piece };
    for (const piece of text.match(/\S+\s*|\s+/g) ?? []) {
      if (signal.aborted) throw new DejimaError("cancelled", "Cancelled while the model was answering");
      yield { type: "text-delta", text: piece };
    }
    for (const [index, { tool, input = {}, id = `call-${turn}-${index}` }] of calls.entries()) {
      const written = typeof input === "string" ? input : JSON.stringify(input);
      yield { type: "tool-call", call: { id, tool, input: written } };
    }
    yield { type: "usage", usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 } };
    yield { type: "end", reason: calls.length > 0 ? "tool-calls" : "stop" };
  }

  #reply(request: ModelRequest, turn: number): ScriptedReply | Promise<ScriptedReply> {
    if (typeof this.#script === "function") return this.#script(request, turn);
    const reply = this.#script[turn];
    if (reply === undefined)
      throw new DejimaError("internal", `The script has no reply number ${turn + 1}; add one`);
    return reply;
  }
}
