import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHead } from "../../access/request-head.ts";
import type { Caller } from "../../access/tokens.ts";
import type { Language } from "../../contract/messages.ts";

/** What every handler finds in its context. */
export interface AppVariables {
  /** What the entrance looked at. */
  readonly head: RequestHead;
  readonly caller: Caller;
  /** Of the conversation, as soon as the request has shown it. */
  language?: Language;
}

/** How many runs may go on: of everybody, and of this caller. */
export type MostRuns = (caller: Caller) => { readonly all: number; readonly own: number };

/** The request and the response of Node itself. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Who makes a request, for a program that mounts this app and knows its own users. Asked again while an answer goes on. */
export interface Vouched {
  vouch(): Promise<Caller | undefined>;
}

/** Another door that is reached through this server, whose entrance has let the caller in. */
export interface Mounted {
  /** Answers a request. `undefined`: it has written its answer to `exchange.outgoing`. */
  fetch(request: Request, caller: Caller, exchange: NodeExchange | undefined): Promise<Response | undefined>;
  close(): Promise<void>;
}
