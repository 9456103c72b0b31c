import { DejimaError } from "../../../contract/error.ts";

/** What is used of `node-llama-cpp`, which people install themselves: its types are not at hand. */
interface LlamaPackage {
  getLlama(options: object): Promise<Llama>;
  readonly LlamaChat: new (options: { contextSequence: unknown }) => LlamaChat;
  readonly LlamaLogLevel: { readonly error: unknown };
}

export interface Llama {
  loadModel(options: { modelPath: string; loadSignal?: AbortSignal }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
}

interface LlamaModel {
  readonly trainContextSize: number;
  createContext(options: object): Promise<{ getSequence(): unknown }>;
  tokenize(text: string): readonly unknown[];
}

export type ChatItem =
  | { readonly type: "system" | "user"; readonly text: string }
  | { readonly type: "model"; readonly response: readonly string[] };

export interface LlamaChat {
  generateResponse(
    history: readonly ChatItem[],
    options: {
      readonly signal: AbortSignal;
      readonly stopOnAbortSignal?: boolean;
      readonly maxTokens: number;
      readonly temperature: number;
      readonly grammar?: object;
      readonly onTextChunk?: (text: string) => void;
    },
  ): Promise<{ readonly response: string }>;
}

const PACKAGE = "node-llama-cpp";

/** Loads the package; says what to install when it is not there. */
export async function loadLlama(
  file: string,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<LlamaPackage> {
  try {
    return (await load(PACKAGE)) as LlamaPackage;
  } catch (cause) {
    const missing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    const why = missing
      ? `the package ${PACKAGE} is not installed`
      : `${PACKAGE} cannot be loaded (${String(cause)})`;
    throw new DejimaError(
      "server_unavailable",
      `Cannot use the local model "${file}": ${why}. Install it beside Dejima with: npm install ${PACKAGE}`,
      { model: file, install: PACKAGE, retry: false },
      { cause },
    );
  }
}
