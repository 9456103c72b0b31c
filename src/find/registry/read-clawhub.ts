import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { snapshotOf } from "../../sources/skills/install/skill-source.ts";
import { defined } from "../../support/defined.ts";
import { parseJson } from "../../support/json.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { type Candidate, candidateSchema } from "../candidate.ts";
import type { FetchDocument } from "./registry.ts";

const MOST_PAGES = 2_000;

const pageSchema = z.looseObject({ items: z.array(z.unknown()), nextCursor: z.string().nullish() });

const skillSchema = z.looseObject({
  slug: z.string().regex(/^(?:@?\w[\w.-]{0,99}\/)?\w[\w.-]{0,99}$/),
  displayName: z.string().optional(),
  summary: z.string().nullish(),
  updatedAt: z.number().optional(),
  createdAt: z.number().optional(),
  latestVersion: z.looseObject({ version: z.string() }).nullish(),
  stats: z.looseObject({ downloads: z.number().int().nonnegative().optional() }).nullish().catch(undefined),
});

interface ReadOptions {
  readonly get: FetchDocument;
  readonly signal?: AbortSignal;
}

/** Reads all pages of a skill registry with ClawHub's API (`/api/v1/skills`). */
export async function* readClawhub(
  location: string,
  { get, signal }: ReadOptions,
): AsyncGenerator<Candidate[]> {
  const base = trimEndOf(location, /\//);
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const url = new URL(`${base}/api/v1/skills`);
    if (cursor !== undefined) url.searchParams.set("cursor", cursor);
    const parsed = pageSchema.safeParse(parseJson((await get(url.href, defined({ signal }))).toString()));
    if (!parsed.success) break;
    yield parsed.data.items.flatMap((item) => readSkill(item, base) ?? []);
    cursor = parsed.data.nextCursor ?? undefined;
    if (cursor === undefined || cursor === "") return;
    if (seen.has(cursor)) break;
    seen.add(cursor);
  }
  throw new DejimaError(
    "server_unavailable",
    `Cannot copy the registry ${location}: its answer is not a list of skills. The copy from before is still used`,
  );
}

function readSkill(item: unknown, base: string): Candidate | undefined {
  const parsed = skillSchema.safeParse(item);
  if (!parsed.success) return undefined;
  const { slug, displayName, summary, updatedAt, createdAt, latestVersion, stats } = parsed.data;
  const version = latestVersion?.version ?? "";
  const source = new URL(`${base}/api/v1/download`);
  source.searchParams.set("slug", slug);
  if (version !== "") source.searchParams.set("version", version);
  const candidate = candidateSchema.safeParse({
    name: slug,
    kind: "skill",
    version,
    registry: base,
    title: displayName ?? "",
    description: (summary ?? "").slice(0, 4_000),
    package: { type: "skill", identifier: snapshotOf(source.href, slug.split("/").at(-1) ?? slug), version },
    ...defined({ updatedAt: isoTime(updatedAt), publishedAt: isoTime(createdAt) }),
    ...defined({ downloads: stats?.downloads }),
  });
  return candidate.success ? candidate.data : undefined;
}

function isoTime(milliseconds: number | undefined): string | undefined {
  const isDate = milliseconds !== undefined && Math.abs(milliseconds) < 8.64e15;
  return isDate ? new Date(milliseconds).toISOString() : undefined;
}
