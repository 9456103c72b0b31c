import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { parseJson } from "../../support/json.ts";

const FILE = "team-config.json";

/** The text of a team's config. */
interface TeamText {
  readonly version: number;
  readonly text: string;
}

/** The last known config of the team, from the copy in a home. `undefined` if there is none. */
export function cachedTeamText(home: string): TeamText | undefined {
  const file = join(home, FILE);
  let cached: unknown;
  try {
    cached = parseJson(readFileSync(file, "utf8"));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  if (isTeamText(cached)) return cached;
  // Otherwise the team's rules would not apply until the store is reached.
  throw new DejimaError("io_error", `Cannot read "${file}": it is damaged. Delete it; it is fetched again`, {
    file,
  });
}

function isTeamText(value: unknown): value is TeamText {
  if (typeof value !== "object" || value === null || !("version" in value) || !("text" in value))
    return false;
  return Number.isInteger(value.version) && typeof value.text === "string";
}

/** Stores a copy in a home, so that the next start has it before it reaches the store. */
export async function cacheTeamText(home: string, { version, text }: TeamText): Promise<void> {
  const [{ replaceUserFile }, { makeFolder }] = await Promise.all([
    import("../edit/write-config.ts"),
    import("../../support/paths.ts"),
  ]);
  await makeFolder(home);
  await replaceUserFile(join(home, FILE), JSON.stringify({ version, text }));
}
