import { z } from "zod";

/** How a kind of server takes texts and gives vectors. */
interface EmbeddingWire {
  readonly defaultUrl: string;
  /** The address of the operation below the server's. */
  endpoint(url: string): string;
  body(model: string, texts: readonly string[]): object;
  /** The vectors in the order of the texts; undefined when the answer has another form. */
  vectors(answer: unknown): readonly (readonly number[])[] | undefined;
}

const openaiAnswer = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()) })),
});
const ollamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });

/** `/v1/embeddings`, as OpenAI has it and many others after it. */
const openai: EmbeddingWire = {
  defaultUrl: "https://api.openai.com/v1",
  endpoint: (url) => below(url, "/v1", "/embeddings"),
  body: (model, texts) => ({ model, input: texts, encoding_format: "float" }),
  vectors(answer) {
    const { data } = openaiAnswer.safeParse(answer).data ?? {};
    // Servers may answer in any order; the index says which text is meant.
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

export const EMBEDDING_WIRES = { openai, ollama };

export type RemoteDriver = keyof typeof EMBEDDING_WIRES;

/** Takes the server's address with or without the version, and the whole address of the operation too. */
function below(url: string, version: string, operation: string): string {
  const base = url.replace(/\/+$/, "");
  if (base.endsWith(operation)) return base;
  return /^https?:\/\/[^/]+$/.test(base) ? `${base}${version}${operation}` : `${base}${operation}`;
}
