import type { IncomingHttpHeaders } from "node:http";
import { validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import { type Caller, includesRole } from "../../../access/roles.ts";
import type { Tokens } from "../../../access/tokens.ts";

export interface GuardOptions {
  /** Names by which this server may be reached, and from whose pages. */
  readonly hosts: readonly string[];
  readonly tokens: Tokens;
  /** Who a caller without a token is; nobody off loopback. */
  readonly anonymous: Caller | undefined;
}

/** Why a request is not let in. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Lets a request in, with who makes it, or says why not. A promise only where a token has to be looked up. */
export type Guard = (headers: IncomingHttpHeaders) => Caller | Refusal | Promise<Caller | Refusal>;

const MAX_KNOWN = 100;

/** Makes the guard. Names that were found good are remembered: to take them apart costs more than all the rest. */
export function createGuard(options: GuardOptions): Guard {
  const hosts = [...options.hosts];
  const known = new Set<string>();
  const isGood = (name: string, check: () => boolean): boolean => {
    if (known.has(name)) return true;
    if (!check()) return false;
    if (known.size < MAX_KNOWN) known.add(name);
    return true;
  };
  return ({ host, origin, authorization, via }) => {
    if (!isGood(`host ${host}`, () => validateHostHeader(host, hosts).ok))
      return { status: 403, message: "Invalid Host header" };
    if (!isGood(`origin ${origin}`, () => validateOriginHeader(origin, hosts).ok))
      return { status: 403, message: "Invalid Origin header" };
    // What was handed on, by another server or by a tool of ours, is not the word of the person at this machine.
    if (authorization === undefined) return welcome(via === undefined ? options.anonymous : undefined);
    return callerOf(authorization, options.tokens).then(welcome);
  };
}

function welcome(caller: Caller | undefined): Caller | Refusal {
  if (caller === undefined)
    return { status: 401, message: "A valid token is needed: Authorization: Bearer …" };
  return includesRole(caller.role, "user") ? caller : { status: 403, message: "This token may only look" };
}

async function callerOf(header: string, tokens: Tokens): Promise<Caller | undefined> {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(header) ?? [];
  return token === undefined ? undefined : tokens.callerOf(token);
}
