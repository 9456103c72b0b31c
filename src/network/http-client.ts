import type { BoundSecret } from "../contract/data/secret.ts";
import type { DialVeto } from "../contract/dial.ts";
import type { ErrorCode } from "../contract/error.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { once } from "../support/once.ts";

/** Which redirects are followed. Each target is judged like a first address. */
export type RedirectPolicy =
  /** All that the rules permit. */
  | "anywhere"
  /** If host and port stay, or http becomes https. Others are returned unfollowed. */
  | "same-host"
  /** None: the redirect response is returned. */
  | "none";

/** A redirect that would be followed. */
interface RedirectStep {
  readonly url: string;
  readonly sends: boolean;
  readonly callId: string | undefined;
}

/** One outgoing request. */
export interface HttpRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly redirects?: RedirectPolicy;
  /** `https:` alone refuses every step that is not encrypted. */
  readonly schemes?: readonly string[];
  /** Can only lower the client's limit. */
  readonly maxBytes?: number;
  /**
   * The response may be endless, as events are: the timeout ends with its headers, and its reader counts the
   * bytes.
   */
  readonly endless?: boolean;
  readonly signal?: AbortSignal;
  /** The call that makes the request, for the log. */
  readonly callId?: string;
  /**
   * The user of secrets in its headers (`${secret:NAME}`): a tool, `api:NAME`, `mcp:SERVER`. If omitted,
   * `${…}` is plain text.
   */
  readonly secretUser?: string;
}

/** A response whose body is still arriving. */
export interface HttpStream {
  /** The final address, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names. Repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. Fails with `too_large` beyond the limit. Must be read to its end or returned. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A complete response. */
export interface HttpResponse extends Omit<HttpStream, "body"> {
  readonly body: Buffer;
}

/** The only way out: every address is judged, pinned, limited and recorded. */
export interface HttpClient {
  open(request: HttpRequest): Promise<HttpStream>;
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** The rules and limits of a client. */
export interface HttpClientOptions {
  /** Host patterns. An empty list means every public host. */
  readonly allow: readonly string[];
  /** Host patterns and address ranges that are never reached. */
  readonly deny: readonly string[];
  /** Hosts that may resolve to private addresses. Reserved addresses must be listed themselves. */
  readonly allowPrivate: readonly string[];
  /** Decides last, on each name and each address it resolves to, at every step. */
  readonly veto?: DialVeto;
  /**
   * Judges the target of a call's redirect: `deny` ends the request, `ask` returns the redirect unfollowed.
   */
  readonly judgeRedirect?: (step: RedirectStep) => VerdictKind;
  /** The largest body, both on the wire and decompressed. */
  readonly maxBytes: number;
  /** For a request with all its redirects, to the end of the body. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  /** Receives each request and each redirect step, refused ones included. */
  readonly log?: (record: RequestRecord) => void;
  /** Resolves a name. Default: the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Whether connections are reused, for a client that sends one server many requests. */
  readonly reusesConnections?: boolean;
  /** The secrets that a user may use without seeing them. Omitted without a vault. */
  readonly secretsFor?: (user: {
    readonly user: string;
    readonly callId?: string;
  }) => Promise<readonly BoundSecret[]>;
  /** Certificates to trust instead of the system's. */
  readonly certificates?: string;
}

/** One step of one request, for the log. The query is left out: it may contain keys. */
export interface RequestRecord {
  readonly at: string;
  readonly callId?: string;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** 0 for the request itself, 1 for the first redirect. */
  readonly step: number;
  /** The address connected to. `undefined` if there was none. */
  readonly address?: string;
  readonly status?: number;
  /** Bytes of the body on the wire. */
  readonly bytes: number;
  readonly durationMs: number;
  /** Why it was refused or failed. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

/** A client that opens with its first request. */
export function lazyClient(open: () => Promise<HttpClient>): HttpClient {
  const client = once(open);
  return {
    open: async (request) => (await client.get()).open(request),
    request: async (request) => (await client.get()).request(request),
  };
}
