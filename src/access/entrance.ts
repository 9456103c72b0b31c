import { DejimaError } from "../contract/error.ts";
import { oneLine } from "../text/one-line.ts";
import { ACCESS_PREFIX, type Connections } from "./oauth/connections.ts";
import { addressKey, clientAddress, type RequestHead } from "./request-head.ts";
import { type Sessions, sessionIn } from "./sign-in/sessions.ts";
import { checkSite, hostName, isLoopback, isLoopbackAddress, originOf } from "./site.ts";
import { type Caller, TOKEN_PREFIX, type Tokens } from "./tokens.ts";

/** How much of a header's name is shown. */
const MAX_SHOWN_HEADER_LENGTH = 60;

const MINUTE_MS = 60_000;

const MAX_CALLERS = 10_000;

interface EntranceOptions {
  readonly tokens: Pick<Tokens, "callerOf">;
  /** Clients that users have connected by OAuth. Default: none. */
  readonly connections?: Pick<Connections, "callerOf">;
  /** People who have signed in with the identity provider. Default: nobody can. */
  readonly sessions?: Pick<Sessions, "callerOf"> | undefined;
  /** The address of this server for its clients, if it differs from the `Host` they send. */
  readonly publicUrl?: string | undefined;
  /** The host names by which clients may address this server, from `hostsOf()`. */
  readonly hosts: readonly string[];
  /**
   * The identity of a caller without a token: the person at this machine on a loopback server, nobody
   * elsewhere.
   */
  readonly anonymous: Caller | undefined;
  /** Requests per minute for each token. */
  readonly perMinute: number;
  /** Whether this address is a trusted proxy of the operator. Default: none is. */
  isProxy?(address: string): boolean;
  now?(): number;
}

/** Authenticates callers. Every HTTP door uses the same entrance. */
export interface Entrance {
  /** Why the request must be refused, regardless of the caller. `undefined` if it may be answered. */
  checkSite(head: RequestHead): DejimaError | undefined;
  /** The caller of the request, or why they are refused. */
  identify(head: RequestHead): Promise<Caller | DejimaError>;
  /** Counts a request that needs no token. `undefined` if it may be answered. */
  checkRate(head: RequestHead): DejimaError | undefined;
  /** Whether an admitted caller would still be the same one, with the same role. */
  isStillValid(head: RequestHead, caller: Caller): Promise<boolean>;
}

const WRONG_PER_MINUTE = 20;

/** Requests per minute without a token from one address, such as those of a login. */
const OPEN_PER_MINUTE = 60;

/** Creates the entrance of one server. */
export function createEntrance(options: EntranceOptions): Entrance {
  const { tokens, connections, sessions, hosts, anonymous, perMinute } = options;
  const { isProxy = () => false, now = Date.now } = options;
  const wrong = createRateLimit(WRONG_PER_MINUTE, now);
  const open = createRateLimit(OPEN_PER_MINUTE, now);
  const requests = createRateLimit(perMinute, now);
  const addressOf = ({ address, hops }: RequestHead) =>
    addressKey(clientAddress(address ?? "this process", hops, isProxy));
  /** The caller with this token. An OAuth access token is valid at the one URL that it was issued for. */
  const callerOf = async (token: string, head: RequestHead) =>
    token.startsWith(ACCESS_PREFIX)
      ? connections?.callerOf(token, `${originOf(head, options.publicUrl)}${head.target.split("?", 1)[0]}`)
      : tokens.callerOf(token);
  /** The person whose browser has a session. A token in the same request takes precedence. */
  const signedIn = (head: RequestHead) => {
    const session = head.authorization === undefined ? sessionIn(head.cookie) : undefined;
    return session === undefined ? undefined : sessions?.callerOf(session);
  };
  // Some clients always send a key. On loopback, an unknown one is ignored; a revoked one is refused.
  const isAnonymous = (head: RequestHead, token: string | undefined) => {
    const needsNone = token === undefined || (token !== UNREADABLE && !token.startsWith(TOKEN_PREFIX));
    return needsNone && isLocal(head);
  };
  const withinRate = (caller: Caller) => {
    const wait = requests.take(caller.name);
    if (wait === undefined) return caller;
    return tooMany(`Cannot take more than ${perMinute} requests a minute from ${caller.name}`, wait);
  };
  return {
    checkSite: (head) => checkSite(head, hosts),
    async identify(head) {
      const token = bearerToken(head.authorization);
      const asked = signedIn(head);
      const person = asked === undefined ? undefined : await asked;
      if (person !== undefined) return withinRate(person);
      if (anonymous !== undefined && isAnonymous(head, token)) return anonymous;
      if (token === undefined) return needsToken(head);
      // The token is looked up first: other people's wrong tokens never lock out someone with a valid one.
      const caller = token === UNREADABLE ? undefined : await callerOf(token, head);
      if (caller === undefined) {
        const wait = wrong.take(addressOf(head));
        return wait === undefined
          ? wrongToken()
          : tooMany("Cannot check more wrong tokens from your address", wait);
      }
      return withinRate(caller);
    },
    checkRate(head) {
      const wait = open.take(addressOf(head));
      return wait === undefined ? undefined : tooMany("Cannot take more requests from your address", wait);
    },
    async isStillValid(head, { name, role }) {
      const token = bearerToken(head.authorization);
      const person = await signedIn(head);
      if (person !== undefined) return person.name === name && person.role === role;
      // A person whose session has ended does not become the person at this machine.
      if (anonymous !== undefined && isAnonymous(head, token)) return anonymous.name === name;
      const sender = token === undefined || token === UNREADABLE ? undefined : await callerOf(token, head);
      return sender?.name === name && sender.role === role;
    },
  };
}

/**
 * An `Authorization` header that is not exactly one bearer token. It is refused everywhere, like a wrong
 * token.
 */
const UNREADABLE = "";

/** The bearer token of a request. `undefined` if none was sent, `UNREADABLE` if the header is ambiguous. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || /^bearer$/i.test(authorization.trim())) return undefined;
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? UNREADABLE;
}

/** Whether the request comes from a program of this machine, directly to this server. */
function isLocal({ address, host, forwardedBy }: RequestHead): boolean {
  const name = hostName(host);
  const near = address === undefined || isLoopbackAddress(address);
  return near && forwardedBy === undefined && name !== undefined && isLoopback(name);
}

function needsToken({ forwardedBy }: RequestHead): DejimaError {
  const header = oneLine(forwardedBy ?? "", MAX_SHOWN_HEADER_LENGTH);
  const why =
    forwardedBy === undefined ? "" : ` a request with the header "${header}", as if it came through a proxy,`;
  return new DejimaError(
    "unauthenticated",
    `Cannot serve${why} without a valid token: send "Authorization: Bearer <token>"; \`dejima token create NAME\` makes one`,
  );
}

function wrongToken(): DejimaError {
  return new DejimaError(
    "unauthenticated",
    "Cannot serve without a valid token: the one that was sent is wrong, was revoked or has expired. `dejima token list` shows the names there are, `dejima token create NAME` makes a new one",
  );
}

function tooMany(message: string, retryAfter: number): DejimaError {
  return new DejimaError("limit_exceeded", `${message}: try again in ${retryAfter} s`, { retryAfter });
}

/** Admits a number of requests per minute, evenly refilled, counted per caller. Memory is bounded. */
interface RateLimit {
  /** Counts one request. `undefined` if it may pass, else the seconds until the next attempt. */
  take(who: string): number | undefined;
}

/** Creates a limit of this many per minute. */
export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(who) {
      const at = now();
      const bucket = buckets.get(who) ?? { left: perMinute, at };
      const left = Math.min(perMinute, bucket.left + ((at - bucket.at) / MINUTE_MS) * perMinute);
      const spent = left < 1;
      buckets.delete(who);
      buckets.set(who, { at, left: spent ? left : left - 1 });
      // The caller that was idle the longest has a full bucket again anyway.
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_CALLERS && oldest !== undefined) buckets.delete(oldest);
      return spent ? Math.ceil(((1 - left) / perMinute) * (MINUTE_MS / 1000)) : undefined;
    },
  };
}
