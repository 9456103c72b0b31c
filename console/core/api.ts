import { ApiProblem, readProblem } from "./api-problem.ts";
import { type ServerEvent, serverEvents } from "./server-events.ts";

/** The way to the server: JSON in, JSON out, problems thrown. */
export interface Api {
  get<Data>(path: string, query?: Query): Promise<Data>;
  /** One page of a list, and where the next begins. */
  page<Item>(
    path: string,
    query?: Query,
  ): Promise<{ readonly items: Item[]; readonly next: string | undefined }>;
  send<Data>(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Data>;
  /** Sends a file as the body; `onProgress` hears how much has left, from 0 to 1. */
  upload<Data>(path: string, file: Blob, onProgress: (fraction: number) => void): Promise<Data>;
  /** A file, whole or its first bytes. */
  download(path: string, options?: { readonly most?: number }): Promise<Blob>;
  /** Server-sent events: of a GET, or of a POST when there is a body. */
  stream(path: string, options: StreamOptions): AsyncGenerator<readonly ServerEvent[]>;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface StreamOptions {
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** The last event that came before the connection was lost. */
  readonly lastEventId?: string | undefined;
}

/** Makes the way to the server that this page came from. The token is asked for with each request. */
export function createApi(token: () => string): Api {
  const headers = (more: Record<string, string> = {}) => {
    const held = token();
    return held === "" ? more : { ...more, authorization: `Bearer ${held}` };
  };

  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(path, { ...init, credentials: "omit", cache: "no-store" });
    if (!response.ok) throw await readProblem(response);
    return response;
  }

  return {
    get: async (path, query = {}) => (await request(withQuery(path, query), { headers: headers() })).json(),
    async page(path, query = {}) {
      const response = await request(withQuery(path, query), { headers: headers() });
      const next = response.headers.get("x-next-cursor");
      return { items: await response.json(), next: next === null ? undefined : decodeURIComponent(next) };
    },
    async send(method, path, body) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { "content-type": "application/json" };
      return (await request(path, { method, headers: headers(type), ...json })).json();
    },
    upload: (path, file, onProgress) => uploadFile(path, { file, headers: headers(), onProgress }),
    async download(path, { most } = {}) {
      const range: Record<string, string> = most === undefined ? {} : { range: `bytes=0-${most - 1}` };
      return (await request(path, { headers: headers(range) })).blob();
    },
    async *stream(path, { body, signal, lastEventId }) {
      const wanted = {
        accept: "text/event-stream",
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      };
      const init: RequestInit =
        body === undefined
          ? { headers: headers(wanted) }
          : {
              method: "POST",
              headers: headers({ ...wanted, "content-type": "application/json" }),
              body: JSON.stringify(body),
            };
      const response = await request(path, { ...init, signal });
      if (response.body !== null) yield* serverEvents(response.body);
    },
  };
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

interface Upload {
  readonly file: Blob;
  readonly headers: Record<string, string>;
  onProgress(fraction: number): void;
}

// Only this older interface of browsers tells how much of a body has left.
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

/** Whether a problem says that a token is needed or wrong. */
export function wantsToken(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.status === 401;
}
