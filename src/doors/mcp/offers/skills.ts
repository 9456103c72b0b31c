import type { Resource } from "@modelcontextprotocol/server";
import { type Skill, type SkillSource, skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { mediaTypeOf } from "../../../support/media-type.ts";

/** The media type of a folder among resources. */
const DIRECTORY_TYPE = "inode/directory";

/** The prefix of every skill file's URI. */
export const SKILL_SCHEME = "skill://";
const MAIN = "SKILL.md";
const PAGE = 50;

interface Place {
  readonly skill: string;
  /** Inside the skill, without a slash at either end. Empty for its root folder. */
  readonly path: string;
}

/**
 * Skills as the Skills extension (SEP-2640) publishes them: those that are enabled and accepted by a person.
 */
export function skillSource(runtime: Runtime): SkillSource {
  async function published() {
    const library = runtime.skills;
    const all = await library.list();
    return all.filter(
      ({ enabled, trust, modelInvocable }) => enabled && trust === "trusted" && modelInvocable,
    );
  }

  /**
   * One skill with the digest of every file. `undefined` if it may not be used, or contains anything but plain
   * files.
   */
  async function entryOf(name: string): Promise<Skill | undefined> {
    const library = runtime.skills;
    const use = await orUndefined(library.use(name));
    if (use === undefined || use.files.some(({ type }) => type !== "file")) return undefined;
    try {
      const read = async ({ path }: { path: string }) => [path, await library.read(name, path)] as const;
      return await skillEntry(name, Object.fromEntries(await Promise.all(use.files.map(read))));
    } finally {
      use.release();
    }
  }

  async function filesOf(name: string) {
    const use = await orUndefined(runtime.skills.use(name));
    use?.release();
    return use?.files;
  }

  return {
    async list({ cursor }) {
      const names = (await published()).map(({ name }) => name);
      const from = cursor === undefined ? 0 : names.findIndex((name) => name > cursor);
      const page = from < 0 ? [] : names.slice(from, from + PAGE);
      const entries = await Promise.all(page.map(entryOf));
      const last = page.at(-1);
      return {
        skills: entries.filter((entry) => entry !== undefined),
        ...(last === undefined || last === names.at(-1) ? {} : { nextCursor: last }),
      };
    },
    async get(uri) {
      const place = placeOf(uri);
      return place?.path === MAIN ? entryOf(place.skill) : undefined;
    },
    async read(uri) {
      const place = placeOf(uri);
      const files = place === undefined ? undefined : await filesOf(place.skill);
      if (place === undefined || !files?.some(({ path }) => path === place.path)) return undefined;
      const bytes = await runtime.skills.read(place.skill, place.path);
      const mimeType = mediaTypeOf(place.path);
      return mimeType.startsWith("text/")
        ? { text: bytes.toString("utf8"), mimeType }
        : { bytes: new Uint8Array(bytes), mimeType };
    },
    async readDirectory(uri) {
      const place = placeOf(uri);
      const files = place === undefined ? undefined : await filesOf(place.skill);
      if (place === undefined || files === undefined) return undefined;
      const children = childrenOf(
        place,
        files.map(({ path }) => path),
      );
      return children.length === 0 ? undefined : { resources: children };
    },
    async listResources() {
      return (await published()).map(({ name, title, description }) => ({
        uri: uriOf({ skill: name, path: MAIN }),
        name,
        title,
        description,
        mimeType: mediaTypeOf(MAIN),
      }));
    },
  };
}

function childrenOf({ skill, path }: Place, files: readonly string[]): Resource[] {
  const inside = path === "" ? "" : `${path}/`;
  const names = files
    .filter((file) => file.startsWith(inside))
    .map((file) => file.slice(inside.length).split("/"));
  const byName = new Map(names.map(([name = "", ...rest]) => [name, rest.length > 0]));
  return [...byName].map(([name, isFolder]) => ({
    uri: uriOf({ skill, path: `${inside}${name}` }),
    name,
    mimeType: isFolder ? DIRECTORY_TYPE : mediaTypeOf(name),
  }));
}

function uriOf({ skill, path }: Place): string {
  return `${SKILL_SCHEME}${[skill, ...path.split("/")].map(encodeURIComponent).join("/")}`;
}

function placeOf(uri: string): Place | undefined {
  if (!uri.startsWith(SKILL_SCHEME)) return undefined;
  try {
    const [skill = "", ...path] = uri.slice(SKILL_SCHEME.length).split("/").map(decodeURIComponent);
    return { skill, path: path.join("/").replace(/\/$/, "") };
  } catch {
    return undefined;
  }
}

async function orUndefined<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DejimaError) return undefined;
    throw error;
  }
}

/** The media type of a file by its name. Default: any bytes. */
