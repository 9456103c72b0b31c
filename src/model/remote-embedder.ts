import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { parseJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { oneLine } from "../text/one-line.ts";
import { type Embedder, type EmbedOptions, toUnitLength } from "./embedder.ts";

const openaiAnswer = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()) })),
});

const ollamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });

/** `/v1/embeddings`, of OpenAI and many compatible servers. */
const openai: EmbeddingWire = {
  defaultUrl: "https://api.openai.com/v1",
  endpoint: (url) => below(url, "/v1", "/embeddings"),
  body: (model, texts) => ({ model, input: texts, encoding_format: "float" }),
  vectors(answer) {
    const { data } = openaiAnswer.safeParse(answer).data ?? {};
    // Servers may answer in any order; the index names the text.
    return data
      ?.map((row, place) => ({ ...row, index: row.index ?? place }))
      .sort((a, b) => a.index - b.index)
      .map(({ embedding }) => embedding);
  },
};

/** Ollama's own `/api/embed`. */
const ollama: EmbeddingWire = {
  defaultUrl: "http://127.0.0.1:11434",
  endpoint: (url) => below(url.replace(/\/v1\/*$/, ""), "/api", "/embed"),
  body: (model, input) => ({ model, input, truncate: true }),
  vectors: (answer) => ollamaAnswer.safeParse(answer).data?.embeddings,
};

const EMBEDDING_WIRES = { openai, ollama };

/** Model families that were trained with prefixes, by the beginning of their names, after the publisher's. */
const FAMILIES: readonly (readonly [name: RegExp, prefixes: Prefixes])[] = [
  [/^nomic-embed/, { query: "search_query: ", document: "search_document: " }],
  [/^(?:multilingual-)?e5-(?!.*instruct)/, { query: "query: ", document: "passage: " }],
  [
    /^(?:mxbai-embed|snowflake-arctic-embed|bge-(?:small|base|large)-en)/,
    { query: "Represent this sentence for searching relevant passages: ", document: "" },
  ],
  [/^bge-(?:small|base|large)-zh/, { query: "为这个句子生成表示以用于检索相关文章：", document: "" }],
  [
    /^qwen3-embedding|^(?:multilingual-)?e5-.*instruct/,
    { query: "Instruct: Given a request, find the tools that serve it\nQuery: ", document: "" },
  ],
  [/^embeddinggemma/, { query: "task: search result | query: ", document: "title: none | text: " }],
];

export interface RemoteEmbedderOptions {
  readonly driver: RemoteDriver;
  readonly model: string;
  /** The server's address. Default: the driver's. */
  readonly url?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Put before requests and documents. Default: the model's known prefixes. */
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
  /** Texts per request. */
  readonly batch?: number;
  /** The timeout of a batch. Requests of a search wait a sixth of it. */
  readonly timeoutMs?: number;
}

const BATCH = 64;
const TIMEOUT_MS = 30_000;
/** More than any embedding model reads. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_DIMENSIONS = 16_384;

/**
 * Opens a remote embedder. Requests one vector first, to check that it answers and how long its vectors are.
 */
export async function openRemoteEmbedder(
  options: RemoteEmbedderOptions,
  { signal }: EmbedOptions = {},
): Promise<Embedder> {
  const { driver, model, batch = BATCH } = options;
  const prefixes = prefixesOf(options);
  const ask = createAsk(options);
  const { timeoutMs = TIMEOUT_MS } = options;
  const [first = []] = await ask(["dimensions"], { timeoutMs, signal });
  const dimensions = first.length;
  if (dimensions === 0 || dimensions > MAX_DIMENSIONS)
    throw unusable(options, `it gave a vector of ${dimensions} numbers`);
  // Other prefixes make other vectors, which must not be compared with these.
  const spelling = prefixes.query + prefixes.document === "" ? "" : `+${shortHash(prefixes)}`;
  return {
    id: `${driver}:${model}${spelling}/${dimensions}`,
    dimensions,
    async embed(texts, kind, embedOptions = {}) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += batch) {
        const some = texts
          .slice(start, start + batch)
          .map((text) => prefixes[kind] + text.slice(0, MAX_TEXT_LENGTH).toWellFormed());
        // Someone waits for the answer to a request, and the next embedder has one at once.
        const patience = kind === "query" ? timeoutMs / 6 : timeoutMs;
        for (const numbers of await ask(some, { timeoutMs: patience, signal: embedOptions.signal })) {
          if (numbers.length !== dimensions)
            throw unusable(options, `it gave ${numbers.length} numbers instead of ${dimensions}`);
          vectors.push(toUnitLength(Float32Array.from(numbers)));
        }
      }
      return vectors;
    },
  };
}

type Ask = (
  texts: readonly string[],
  options: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
) => Promise<readonly (readonly number[])[]>;

function createAsk(options: RemoteEmbedderOptions): Ask {
  const { driver, model, apiKey } = options;
  const wire = EMBEDDING_WIRES[driver];
  const address = wire.endpoint(options.url ?? wire.defaultUrl);
  return async (texts, { timeoutMs, signal }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    let status: number;
    let text: string;
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(wire.body(model, texts)),
        // A key must not follow a redirect.
        redirect: "error",
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      status = response.status;
      text = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      const reason = deadline.aborted ? `no answer within ${timeoutMs} ms` : "it cannot be reached";
      throw unusable(options, reason, cause);
    }
    if (status !== 200) throw unusable(options, `it answered ${status}${reasonIn(text)}`);
    const vectors = wire.vectors(parseJson(text));
    if (vectors === undefined) throw unusable(options, "its answer contains no vectors");
    if (vectors.length !== texts.length)
      throw unusable(options, `it gave ${vectors.length} vectors for ${texts.length} texts`);
    return vectors;
  };
}

function prefixesOf({ model, queryPrefix, documentPrefix }: RemoteEmbedderOptions) {
  const known = knownPrefixes(model);
  return { query: queryPrefix ?? known.query, document: documentPrefix ?? known.document };
}

function shortHash({ query, document }: { query: string; document: string }): string {
  return sha256(JSON.stringify([query, document])).slice(0, 8);
}

function reasonIn(text: string): string {
  const body = oneLine(text, 200);
  return body === "" ? "" : `: ${body}`;
}

function unusable(
  { driver, model, url }: RemoteEmbedderOptions,
  reason: string,
  cause?: unknown,
): DejimaError {
  const where = (url ?? EMBEDDING_WIRES[driver].defaultUrl).replace(/\/\/[^/@]*@/, "//");
  return new DejimaError(
    "server_unavailable",
    `Cannot embed with "${model}" at ${where}: ${reason}; check retrieval.embedder in dejima.yaml`,
    { model, url: where },
    { cause },
  );
}

/** A model's prefixes for requests and documents. */
interface Prefixes {
  readonly query: string;
  readonly document: string;
}

/** The known prefixes of a model. Empty for others. */
export function knownPrefixes(model: string): Prefixes {
  const name = model.toLowerCase().replace(/^.*\//, "");
  return FAMILIES.find(([family]) => family.test(name))?.[1] ?? { query: "", document: "" };
}

/** The protocol of a kind of embedding server. */
interface EmbeddingWire {
  readonly defaultUrl: string;
  /** The operation's address below the server's. */
  endpoint(url: string): string;
  body(model: string, texts: readonly string[]): object;
  /** The vectors in the order of the texts. `undefined` if the response has another form. */
  vectors(answer: unknown): readonly (readonly number[])[] | undefined;
}

export type RemoteDriver = keyof typeof EMBEDDING_WIRES;

/** Accepts the server's address with or without the version, and the whole address of the operation too. */
function below(url: string, version: string, operation: string): string {
  const base = url.replace(/\/+$/, "");
  if (base.endsWith(operation)) return base;
  return /^https?:\/\/[^/]+$/.test(base) ? `${base}${version}${operation}` : `${base}${operation}`;
}
