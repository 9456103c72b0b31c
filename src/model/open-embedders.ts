import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageFolder } from "../support/paths.ts";
import { loadEmbeddedEmbedder } from "./embedded/load-embedded-embedder.ts";
import { normalizeText } from "./embedded/tokenize.ts";
import type { WordVectors } from "./embedded/word-vectors.ts";
import type { Embedder } from "./embedder.ts";
import type { RemoteDriver, RemoteEmbedderOptions } from "./remote-embedder.ts";

/** The keys of `retrieval.embedder` in dejima.yaml. */
export interface EmbedderSettings extends Omit<RemoteEmbedderOptions, "driver" | "model"> {
  readonly driver: "embedded" | RemoteDriver;
  readonly model?: string | undefined;
}

export interface Embedders {
  /** The embedded one. If its file is damaged, one that fails with the reason. */
  readonly embedder: Embedder;
  /** Whether `embedder` can make vectors. */
  readonly usable: boolean;
  readonly normalize: (text: string) => string;
  /** The embedded model's words. `undefined` if its file is damaged. */
  readonly words?: WordVectors;
  /** Opens the embedder of the settings, if it is another. */
  readonly preferred?: () => Promise<Embedder>;
}

/** Opens the embedders of the settings. The embedded one is always among them. */
export async function openEmbedders(
  settings: EmbedderSettings,
  modelFile: URL = packageModel(),
): Promise<Embedders> {
  const { driver, model, ...rest } = settings;
  const preferred =
    driver === "embedded" || model === undefined
      ? {}
      : {
          preferred: async () => {
            const { openRemoteEmbedder } = await import("./remote-embedder.ts");
            return openRemoteEmbedder({ driver, model, ...rest });
          },
        };
  try {
    const embedder = await loadEmbeddedEmbedder(modelFile);
    return { embedder, usable: true, normalize: embedder.normalize, words: embedder.words, ...preferred };
  } catch (problem) {
    const normalize = (text: string) => normalizeText(text, new Map());
    return { embedder: silentEmbedder(problem), usable: false, normalize, ...preferred };
  }
}

/** Used if there is no model: a search then goes by words alone, and says why. */
function silentEmbedder(problem: unknown): Embedder {
  return {
    id: "embedded model",
    dimensions: 2,
    async embed() {
      throw problem;
    },
  };
}

/**
 * The weights that come with the package, in a checkout and when it is installed; otherwise those of
 * `dejima-retrieval`.
 */
function packageModel(): URL {
  const own = join(packageFolder(import.meta.filename), "src/model/embedded/bilingual.model");
  if (existsSync(own)) return pathToFileURL(own);
  try {
    return new URL(import.meta.resolve("dejima-retrieval/model"));
  } catch {
    return pathToFileURL(own); // reading it fails, and the search says so
  }
}
