import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { parseJson } from "../../support/json.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { type Candidate, candidateSchema } from "../candidate.ts";
import type { FetchDocument } from "./registry.ts";

const PAGE = 100;
/** The most pages to copy, in case a registry never ends. */
const MOST_PAGES = 5_000;
const MOST_ENTRIES = 200_000;
const OFFICIAL = "io.modelcontextprotocol.registry/official";

const argumentSchema = z.looseObject({
  type: z.string().optional(),
  name: z.string().optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  isRequired: z.boolean().optional(),
  format: z.string().optional(),
  valueHint: z.string().optional(),
});

const packageSchema = z.looseObject({
  registryType: z.string(),
  identifier: z.string(),
  version: z.string().optional(),
  fileSha256: z.string().optional(),
  packageArguments: z.array(argumentSchema).optional(),
  environmentVariables: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().optional(),
        isSecret: z.boolean().optional(),
        isRequired: z.boolean().optional(),
      }),
    )
    .optional(),
});

const serverSchema = z.looseObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  version: z.string().optional(),
  repository: z.looseObject({ url: z.string().optional() }).optional(),
  packages: z.array(z.unknown()).optional(),
  remotes: z.array(z.unknown()).optional(),
});

const pageSchema = z.object({
  servers: z.array(z.unknown()),
  metadata: z.looseObject({ nextCursor: z.string().nullish() }).nullish(),
});

const outerSchema = z.looseObject({
  server: z.unknown().optional(),
  _meta: z.record(z.string(), z.unknown()).nullish(),
});

const metaSchema = z.looseObject({
  status: z.string().optional(),
  publishedAt: z.string().optional(),
  updatedAt: z.string().optional(),
});

const remoteSchema = z.looseObject({ url: z.url() });

interface ReadOptions {
  readonly get: FetchDocument;
  /** Read only entries that changed since this time. */
  readonly since?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Reads all pages of an MCP registry (API v0.1). Skips entries that cannot be parsed. */
export async function* readMcpRegistry(
  location: string,
  { get, since, signal }: ReadOptions,
): AsyncGenerator<Candidate[]> {
  const seen = new Set<string>();
  let [cursor, count]: [string | undefined, number] = [undefined, 0];
  for (let page = 0; page < MOST_PAGES; page++) {
    const url = new URL(`${trimEndOf(location, /\//)}/v0.1/servers`);
    url.searchParams.set("limit", String(PAGE));
    url.searchParams.set("version", "latest");
    if (since !== undefined) url.searchParams.set("updated_since", since);
    if (cursor !== undefined) url.searchParams.set("cursor", cursor);
    const parsed = pageSchema.safeParse(parseJson((await get(url.href, defined({ signal }))).toString()));
    if (!parsed.success) throw unreadable(location, "its answer is not a list of servers");
    const candidates = parsed.data.servers.flatMap((entry) => readServer(entry, location) ?? []);
    count += candidates.length;
    if (count > MOST_ENTRIES) throw unreadable(location, `it lists more than ${MOST_ENTRIES} servers`);
    yield candidates;
    cursor = parsed.data.metadata?.nextCursor ?? undefined;
    if (cursor === undefined || cursor === "") return;
    if (seen.has(cursor)) throw unreadable(location, "its pages lead in a circle");
    seen.add(cursor);
  }
  throw unreadable(location, `it has more than ${MOST_PAGES} pages`);
}

/** Parses one entry of a registry. Returns `undefined` if it offers nothing installable. */
export function readServer(entry: unknown, registry: string): Candidate | undefined {
  const outer = outerSchema.safeParse(entry);
  if (!outer.success) return undefined;
  const server = serverSchema.safeParse(outer.data.server ?? entry);
  if (!server.success) return undefined;
  const { name, title, description, version, repository, packages = [], remotes = [] } = server.data;
  const meta = metaSchema.safeParse(outer.data._meta?.[OFFICIAL] ?? {});
  const chosen = packages.flatMap((one) => readPackage(one) ?? []).sort(byEase)[0] ?? readRemote(remotes[0]);
  if (chosen === undefined) return undefined;
  const candidate = candidateSchema.safeParse({
    name,
    kind: "mcp",
    registry,
    ...chosen,
    ...defined({ title, description: description?.slice(0, 4_000), version, repository: repository?.url }),
    ...(meta.success ? defined({ ...meta.data }) : {}),
  });
  return candidate.success ? candidate.data : undefined;
}

type Chosen = Pick<Candidate, "package" | "variables">;

const EASE = ["npm", "pypi", "mcpb", "oci", "remote"];

/** Sorts packages that can be tried first. */
const byEase = (a: Chosen, b: Chosen) => EASE.indexOf(a.package.type) - EASE.indexOf(b.package.type);

/** The words of one argument. A flag such as `--stdio` has a name and no value. */
function wordsOf({ type, name, value, default: usual, isRequired, format, valueHint }: Argument): string[] {
  const said = value ?? (isRequired === true ? usual : undefined);
  if (type !== "named" || name === undefined) return said === undefined ? [] : [said];
  if (format === "boolean")
    return said === "true" || (said === undefined && isRequired === true) ? [name] : [];
  if (said !== undefined) return [name, said];
  return isRequired === true && format === undefined && valueHint === undefined ? [name] : [];
}

type Argument = z.infer<typeof argumentSchema>;

function readPackage(given: unknown): Chosen | undefined {
  const parsed = packageSchema.safeParse(given);
  if (!parsed.success || !EASE.includes(parsed.data.registryType)) return undefined;
  const { registryType, identifier, version = "", fileSha256, packageArguments = [] } = parsed.data;
  const args = packageArguments.flatMap(wordsOf);
  const variables = (parsed.data.environmentVariables ?? []).map((variable) => ({
    name: variable.name,
    description: (variable.description ?? "").slice(0, 1_000),
    secret: variable.isSecret ?? false,
    required: variable.isRequired ?? false,
  }));
  // The schema of the candidate checks the type again.
  const type = registryType as Candidate["package"]["type"];
  return { package: { type, identifier, version, args, ...defined({ sha256: fileSha256 }) }, variables };
}

function readRemote(given: unknown): Chosen | undefined {
  const parsed = remoteSchema.safeParse(given);
  if (!parsed.success) return undefined;
  return { package: { type: "remote", identifier: parsed.data.url, version: "", args: [] }, variables: [] };
}

function unreadable(location: string, why: string): DejimaError {
  return new DejimaError(
    "server_unavailable",
    `Cannot copy the registry ${location}: ${why}. The copy from before is still used`,
  );
}
