import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { snapshotOf } from "../../sources/skills/install/skill-source.ts";
import { defined } from "../../support/defined.ts";
import { parseJson } from "../../support/json.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { type Candidate, candidateSchema } from "../candidate.ts";
import type { FetchDocument } from "./registry.ts";

const PAGE = 500;
const MOST_PAGES = 1_000;

const pageSchema = z.looseObject({
  data: z.array(z.unknown()),
  pagination: z.looseObject({ hasMore: z.boolean() }),
});

const skillSchema = z.looseObject({
  slug: z.string().regex(/^[\w.-]{1,100}$/),
  name: z.string(),
  /** The repository, as `owner/name`. Skills of web sites have a host here, and are not handed out as files. */
  source: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  description: z.string().nullish(),
  installs: z.number().int().nonnegative().optional().catch(undefined),
});

interface ReadOptions {
  readonly get: FetchDocument;
  readonly signal?: AbortSignal;
}

/** Reads all pages of the API of skills.sh (`/api/v1/skills`). Each skill is fetched from `/api/download`. */
export async function* readSkillsSh(
  location: string,
  { get, signal }: ReadOptions,
): AsyncGenerator<Candidate[]> {
  const base = trimEndOf(location, /\//);
  for (let page = 0; page < MOST_PAGES; page++) {
    const url = `${base}/api/v1/skills?page=${page}&per_page=${PAGE}`;
    const parsed = pageSchema.safeParse(parseJson((await get(url, defined({ signal }))).toString()));
    if (!parsed.success) break;
    yield parsed.data.data.flatMap((entry) => readSkill(entry, base) ?? []);
    if (!parsed.data.pagination.hasMore) return;
    if (parsed.data.data.length === 0) break;
  }
  throw new DejimaError(
    "server_unavailable",
    `Cannot copy the registry ${location}: its answer is not a list of skills. The copy from before is still used`,
  );
}

function readSkill(entry: unknown, base: string): Candidate | undefined {
  const parsed = skillSchema.safeParse(entry);
  if (!parsed.success) return undefined;
  const { slug, name, source, description, installs } = parsed.data;
  const candidate = candidateSchema.safeParse({
    name: `${source}/${slug}`,
    kind: "skill",
    registry: base,
    title: name,
    // The list has no descriptions, so only the name can be searched.
    description: (description ?? name).slice(0, 4_000),
    repository: `https://github.com/${source}`,
    ...defined({ downloads: installs }),
    package: { type: "skill", identifier: snapshotOf(`${base}/api/download/${source}/${slug}`, slug) },
  });
  return candidate.success ? candidate.data : undefined;
}
