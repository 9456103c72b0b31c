import { hostHeaderValidationResponse, originValidationResponse } from "@modelcontextprotocol/server";
import { type Caller, includesRole } from "../../access/roles.ts";
import type { Tokens } from "../../access/tokens.ts";

export interface GuardOptions {
  /** Names by which this server may be reached, and from whose pages. */
  readonly hosts: readonly string[];
  readonly tokens: Tokens;
  /** Who a caller without a token is; nobody off loopback. */
  readonly anonymous: Caller | undefined;
}

/** Lets a request in, with who makes it, or says why not. */
export async function admit(request: Request, options: GuardOptions): Promise<Caller | Response> {
  const hosts = [...options.hosts];
  const rejected = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts);
  if (rejected !== undefined) return rejected;
  const caller = await callerOf(request, options);
  if (caller === undefined)
    return refusal(401, "A valid token is needed: Authorization: Bearer …", { "www-authenticate": "Bearer" });
  return includesRole(caller.role, "user") ? caller : refusal(403, "This token may only look");
}

async function callerOf(request: Request, { tokens, anonymous }: GuardOptions): Promise<Caller | undefined> {
  const header = request.headers.get("authorization");
  if (header === null) return anonymous;
  const [, token] = /^Bearer\s+(\S+)$/i.exec(header) ?? [];
  return token === undefined ? undefined : tokens.callerOf(token);
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status, headers });
}
