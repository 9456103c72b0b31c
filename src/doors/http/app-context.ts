import type { Caller } from "../../access/roles.ts";
import type { Language } from "../../contract/messages.ts";

/** What every handler finds in its context. */
export interface AppVariables {
  readonly caller: Caller;
  /** Of the conversation, as soon as the request has shown it. */
  language?: Language;
}

/** Another door that is reached through this server, which has checked host, origin and token before. */
export interface Mounted {
  fetch(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}
