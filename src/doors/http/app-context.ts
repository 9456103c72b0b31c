import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHead } from "../../access/request-head.ts";
import type { Caller } from "../../access/tokens.ts";
import type { Language } from "../../contract/words/messages.ts";

/** The context variables of every handler. */
export interface AppVariables {
  /** The part of the request that the entrance checked. */
  readonly head: RequestHead;
  readonly caller: Caller;
  /** The language of the conversation, once the request has shown it. */
  language?: Language;
}

/** How many runs may be under way: for everybody, and for this caller. */
export type MostRuns = (caller: Caller) => { readonly all: number; readonly own: number };

/** Node's own request and response. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * The caller of a request, for a program that mounts this app and knows its own users. Checked again during
 * long responses.
 */
export interface HostCaller {
  currentCaller(): Promise<Caller | undefined>;
}

/** Another door that is reached through this server, behind the same entrance. */
export interface Mounted {
  /** Answers a request. `undefined` means that it wrote the response to `exchange.outgoing`. */
  fetch(request: Request, caller: Caller, exchange: NodeExchange | undefined): Promise<Response | undefined>;
  close(): Promise<void>;
}
