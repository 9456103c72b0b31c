import type { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { TeamDocument, TeamVersion } from "../../contract/user/team.ts";
import type { VersionTable } from "../../store/shared-store.ts";
import { canonicalJson, parseJson } from "../../support/json.ts";

/** The maximum number of attempts if several machines change a document at once. */
const MAX_TRIES = 10;

/** One version of a JSON document that a team shares. */
interface DocumentVersion<Content> {
  /** 0 if the team has none yet. */
  readonly number: number;
  readonly content: Content;
}

/** A JSON document that a team shares. */
interface SharedDocument<Content> {
  parse(text: string | undefined): Content;
  /** The latest version. Its text is read only if the version is new. */
  latest(): Promise<DocumentVersion<Content>>;
  /** Adds a version, unless the edit changes nothing. Retries if another machine was faster. */
  edit(
    work: (content: Content) => Content,
    change: Pick<TeamVersion, "by" | "change">,
  ): Promise<TeamVersion | undefined>;
}

/** Opens a JSON document of a team. */
export function sharedDocument<Content>(
  name: TeamDocument,
  {
    schema,
    empty,
    versions,
  }: {
    readonly schema: z.ZodType<Content>;
    readonly empty: Content;
    versions(): Promise<VersionTable>;
  },
): SharedDocument<Content> {
  const parse = (text: string | undefined) => (text === undefined ? empty : schema.parse(parseJson(text)));
  let latest: DocumentVersion<Content> = { number: 0, content: empty };
  return {
    parse,
    async latest() {
      const table = await versions();
      if ((await table.latestNumber(name)) === latest.number) return latest;
      const found = await table.latest(name);
      if (found !== undefined) latest = { number: found.number, content: parse(found.text) };
      return latest;
    },
    async edit(work, { by, change }) {
      const table = await versions();
      for (let tries = 1; ; tries++) {
        const latest = await table.latest(name);
        const text = canonicalJson(work(parse(latest?.text)));
        if (text === (latest?.text ?? canonicalJson(empty))) return undefined;
        try {
          return await table.add({ name, text, by, change }, { after: latest?.number ?? 0 });
        } catch (error) {
          const again = error instanceof DejimaError && error.code === "conflict";
          if (!again || tries === MAX_TRIES) throw error;
        }
      }
    },
  };
}
