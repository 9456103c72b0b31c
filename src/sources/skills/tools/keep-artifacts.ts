import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Artifacts } from "../../../contract/data/artifact.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { StreamStep } from "../../../contract/tool.ts";
import { mediaTypeOf } from "../../../support/media-type.ts";

/** Maximum number of files to keep per script. Of more, only the number is reported. */
const MAX_FILES = 50;

const MAX_BYTES = 100 * 1024 ** 2;

/** Runs a script, and stores the files it leaves in its working folder as artifacts, however it ends. */
export async function* keepArtifacts(
  folder: string,
  artifacts: Artifacts,
  { given, facts, start }: KeepOptions,
): AsyncIterable<StreamStep> {
  try {
    for await (const step of start()) {
      if (step.type !== "result") yield step;
      else
        yield {
          ...step,
          output: { ...(step.output as object), ...facts, ...(await keepFiles(folder, artifacts, given)) },
        };
    }
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    const artifactFields = await keepFiles(folder, artifacts, given).catch(() => ({}));
    const message = `${error.message}${readOnlyAdvice(error)}`;
    throw new DejimaError(error.code, message, { ...error.details, ...facts, ...artifactFields });
  }
}

/** Advice for a script that tried to change a read-only file. */
function readOnlyAdvice({ details: { stderr } }: DejimaError): string {
  return typeof stderr === "string" && /read-only file system/i.test(stderr)
    ? ". Files of the workspace that arguments name can only be read: name a new file, or pass their folder in `write`"
    : "";
}

interface KeepOptions {
  /** Files that were put there for the script, by path. */
  readonly given: readonly string[];
  /** Further fields of the result. */
  readonly facts: object;
  start(): AsyncIterable<StreamStep>;
}

async function keepFiles(folder: string, artifacts: Artifacts, provided: readonly string[]): Promise<object> {
  const made = (await filesBelow(folder)).filter(({ path }) => !provided.includes(path));
  const artifactList: object[] = [];
  let bytes = 0;
  for (const { path, size } of made.slice(0, MAX_FILES)) {
    bytes += size;
    if (bytes > MAX_BYTES) break;
    const name = relative(folder, path);
    const mediaType = mediaTypeOf(name);
    const saved = artifacts.save({ name, mediaType, content: await readWhole(path) });
    artifactList.push({
      name: saved.name,
      path: name,
      mediaType,
      bytes: saved.bytes,
      ref: `artifacts/${saved.name}`,
    });
  }
  const left = made.length - artifactList.length;
  return {
    ...(artifactList.length === 0 ? {} : { artifacts: artifactList }),
    ...(left === 0 ? {} : { artifactsLeftOut: left }),
  };
}

/** Deeper folders and more files than these are ignored. */
const BOUNDS = { depth: 20, entries: 10_000 };

/** Only plain files: a link could lead anywhere. */
async function filesBelow(folder: string): Promise<{ path: string; size: number }[]> {
  const found: { path: string; size: number }[] = [];
  let seen = 0;
  const visit = async (place: string, depth: number): Promise<void> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (++seen > BOUNDS.entries) return;
      const path = join(place, entry.name);
      if (entry.isDirectory() && depth < BOUNDS.depth) await visit(path, depth + 1);
      if (entry.isFile()) found.push({ path, size: (await lstat(path)).size });
    }
  };
  await visit(folder, 0);
  return found;
}

async function readWhole(path: string): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  return await file.readFile();
}
