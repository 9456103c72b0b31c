import type { DialVeto } from "../contract/dial.ts";
import type { ErrorCode } from "../contract/error.ts";
import type { BoundSecret } from "../contract/secret.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import { once } from "../support/once.ts";

/** Which redirects are followed. Each target is judged like a first address, whoever asked for it. */
export type RedirectPolicy =
  /** Wherever the rules permit. */
  | "anywhere"
  /** While host and port stay, or http becomes https; others are handed back as they came. */
  | "same-host"
  /** None: the answer that leads on is handed back. */
  | "none";

/** A redirect that would be followed. */
interface RedirectStep {
  readonly url: string;
  readonly sends: boolean;
  readonly callId: string | undefined;
}

/** One request to the world outside. */
export interface HttpRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly redirects?: RedirectPolicy;
  /** `https:` alone refuses every step that is not encrypted. */
  readonly schemes?: readonly string[];
  /** Can only lower the limit of the client. */
  readonly maxBytes?: number;
  /** The answer may go on for ever, as events do: the time limit holds until its head has come, and its reader counts the bytes. */
  readonly endless?: boolean;
  readonly signal?: AbortSignal;
  /** The call that wants it, for the record. */
  readonly callId?: string;
  /** Who sends it, where `${secret:NAME}` in its headers stands for a secret: a tool, `api:NAME`, `mcp:SERVER`. Left out: it is plain text. */
  readonly secretUser?: string;
}

/** What came back, with the body still on its way. */
export interface HttpStream {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names; what came several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. Fails with `too_large` beyond the limit. Must be read to its end or returned. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** What came back, whole. */
export interface HttpResponse extends Omit<HttpStream, "body"> {
  readonly body: Buffer;
}

/** The only way out: every address is judged, pinned, limited and recorded. */
export interface HttpClient {
  open(request: HttpRequest): Promise<HttpStream>;
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** What a client may do. */
export interface HttpClientOptions {
  /** Patterns of hosts; an empty list means every public host. */
  readonly allow: readonly string[];
  /** Patterns of hosts, and ranges of addresses, that are never reached. */
  readonly deny: readonly string[];
  /** Hosts that may stand for private addresses. An address that is no ordinary server's must be named itself. */
  readonly allowPrivate: readonly string[];
  /** Has the last word on each name and each address that it stands for, at every step. */
  readonly veto?: DialVeto;
  /** Judges where a redirect of a call leads: `deny` ends the request, `ask` hands the redirect back unfollowed. */
  readonly judgeRedirect?: (step: RedirectStep) => VerdictKind;
  /** The largest body, as it comes and decompressed. */
  readonly maxBytes: number;
  /** For a request with all its redirects, to the end of the body. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  /** Hears of each request and each step of a redirect, refused ones too. */
  readonly log?: (record: RequestRecord) => void;
  /** Finds the addresses of a name; the system's resolver when left out. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Whether connections are used again: for a client that asks one server many things. */
  readonly keepsConnections?: boolean;
  /** The secrets that somebody may use without seeing them; left out where there is no vault. */
  readonly secretsFor?: (user: {
    readonly user: string;
    readonly callId?: string;
  }) => Promise<readonly BoundSecret[]>;
  /** Certificates to trust instead of the system's. */
  readonly certificates?: string;
}

/** One step of one request, as the log keeps it. The query is left out: it may hold keys. */
export interface RequestRecord {
  readonly at: string;
  readonly callId?: string;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** 0 for the request itself, 1 for the first redirect. */
  readonly step: number;
  /** The address that was connected to; absent when none was. */
  readonly address?: string;
  readonly status?: number;
  /** Bytes of the body as they came. */
  readonly bytes: number;
  readonly durationMs: number;
  /** Why it was refused or failed. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

/** A client that is opened with its first request. */
export function lazyClient(open: () => Promise<HttpClient>): HttpClient {
  const client = once(open);
  return {
    open: async (request) => (await client.get()).open(request),
    request: async (request) => (await client.get()).request(request),
  };
}
