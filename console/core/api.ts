import {
  type Answer,
  addressOfCall,
  type CallArguments,
  type CallOptions,
  type ItemOf,
  type ListPath,
  type PathOf,
  partsOf,
  type QueryOf,
} from "./api-calls.ts";
import { ApiProblem, readProblem } from "./api-problem.ts";
import { type ServerEvent, serverEvents } from "./server-events.ts";

/** The client of the server: JSON in, JSON out, problems thrown. */
export interface Api {
  get<Path extends PathOf<"get">>(
    path: Path,
    ...options: CallArguments<"get", Path>
  ): Promise<Answer<"get", Path>>;
  /** One page of a list, and the cursor of the next. */
  page<Path extends PathOf<"get">>(
    path: Path,
    ...options: CallArguments<"get", Path>
  ): Promise<Page<ItemOf<Path>>>;
  /** One page of a list without path parameters. */
  list<Path extends ListPath>(
    path: Path,
    page: { readonly limit: number; readonly cursor: string | undefined },
    query?: QueryOf<"get", Path>,
  ): Promise<Page<ItemOf<Path>>>;
  send<M extends ChangingMethod, Path extends PathOf<Lowercase<M>>>(
    method: M,
    path: Path,
    ...options: CallArguments<Lowercase<M>, Path>
  ): Promise<Answer<Lowercase<M>, Path>>;
  /** Sends a file as the body. `onProgress` receives the fraction sent, from 0 to 1. */
  upload<Path extends PathOf<"post">>(
    path: Path,
    file: Blob,
    onProgress: (fraction: number) => void,
  ): Promise<Answer<"post", Path>>;
  /** A file, whole or its first bytes. */
  download<Path extends PathOf<"get">>(
    path: Path,
    options: CallOptions<"get", Path> & { readonly most?: number },
  ): Promise<Blob>;
  /** Server-sent events of a GET. */
  follow<Path extends PathOf<"get">>(
    path: Path,
    options: CallOptions<"get", Path> & StreamOptions,
  ): AsyncGenerator<readonly ServerEvent[]>;
  /** Server-sent events in response to a POST. */
  converse<Path extends PathOf<"post">>(
    path: Path,
    options: CallOptions<"post", Path> & StreamOptions,
  ): AsyncGenerator<readonly ServerEvent[]>;
}

type ChangingMethod = "POST" | "PATCH" | "PUT" | "DELETE";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  /** The last event received before the connection was lost. */
  readonly lastEventId?: string | undefined;
}

interface Upload {
  readonly file: Blob;
  readonly headers: Record<string, string>;
  onProgress(fraction: number): void;
}

/** Creates the client for the server of this page. `token` is read with each request. */
export function createApi(token: () => string): Api {
  const headers = (more: Record<string, string> = {}) => {
    const bearer = token();
    return bearer === "" ? more : { ...more, authorization: `Bearer ${bearer}` };
  };

  /**
   * The requests of this turn of the event loop. Several parts of a page may need the same data, and share
   * the response.
   */
  const asked = new Map<string, Promise<unknown>>();

  function once<Result>(address: string, ask: () => Promise<Result>): Promise<Result> {
    const key = `${token()} ${address}`;
    // Requested at the same address, so of the same type.
    const pending = asked.get(key) as Promise<Result> | undefined;
    if (pending !== undefined) return pending;
    const answer = ask();
    asked.set(key, answer);
    setTimeout(() => asked.delete(key));
    return answer;
  }

  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(path, { ...init, credentials: "omit", cache: "no-store" });
    if (!response.ok) throw await readProblem(response);
    return response;
  }

  const streamHeaders = (lastEventId: string | undefined) =>
    headers({
      accept: "text/event-stream",
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    });

  async function readPage(address: string) {
    const response = await request(address, { headers: headers() });
    const next = response.headers.get("x-next-cursor");
    return { items: await response.json(), next: next === null ? undefined : decodeURIComponent(next) };
  }

  async function* events(address: string, init: RequestInit): AsyncGenerator<readonly ServerEvent[]> {
    const { body } = await request(address, init);
    if (body !== null) yield* serverEvents(body);
  }

  return {
    get(path, ...[options]) {
      const address = addressOfCall(path, partsOf(options));
      return once(address, async () => (await request(address, { headers: headers() })).json());
    },
    page: (path, ...[options]) => readPage(addressOfCall(path, partsOf(options))),
    list: (path, page, query) => readPage(addressOfCall(path, { query: Object.assign({}, query, page) })),
    async send(method, path, ...[options]) {
      const parts = partsOf(options);
      const { body } = parts;
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { "content-type": "application/json" };
      return (await request(addressOfCall(path, parts), { method, headers: headers(type), ...json })).json();
    },
    upload: (path, file, onProgress) => uploadFile(path, { file, headers: headers(), onProgress }),
    async download(path, { most, ...options }) {
      const range: Record<string, string> = most === undefined ? {} : { range: `bytes=0-${most - 1}` };
      return (await request(addressOfCall(path, partsOf(options)), { headers: headers(range) })).blob();
    },
    follow: (path, { signal, lastEventId, ...options }) =>
      events(addressOfCall(path, partsOf(options)), { signal, headers: streamHeaders(lastEventId) }),
    converse(path, { signal, lastEventId, ...options }) {
      const parts = partsOf(options);
      return events(addressOfCall(path, parts), {
        method: "POST",
        headers: { ...streamHeaders(lastEventId), "content-type": "application/json" },
        body: JSON.stringify(parts.body),
        signal,
      });
    },
  };
}

/** Whether a problem says that a token is missing or wrong. */
export function wantsToken(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.status === 401;
}

/** Sends a file as the body of a POST. Only XMLHttpRequest reports upload progress. */
function uploadFile<Data>(path: string, { file, headers, onProgress }: Upload): Promise<Data> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader(
      "content-type",
      /\.(?:tgz|tar\.gz)$/.test(nameOf(file)) ? "application/gzip" : "application/zip",
    );
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError("The connection was lost"));
    request.onload = async () => {
      const response = new Response(request.responseText, { status: request.status });
      if (response.ok) resolve(JSON.parse(request.responseText));
      else reject(await readProblem(response));
    };
    request.send(file);
  });
}

function nameOf(file: Blob): string {
  return file instanceof File ? file.name : "";
}
