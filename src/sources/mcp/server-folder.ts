import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { canonicalJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { Pin } from "./pin.ts";
import { type ServerDefinitions, serverHash, type ToolDefinition } from "./tool-definition.ts";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The files of one server's folder. */
const METADATA_FILE = "SERVER_METADATA.json";
const INSTRUCTIONS_FILE = "INSTRUCTIONS.md";
const TOOLS_FOLDER = "tools";

/** Larger files are not descriptions of a tool. */
const MAX_BYTES = 1024 * 1024;

/** A server that a folder describes: its connection, and the facts that need no start. */
interface ServerFolder {
  readonly name: string;
  /** Its config entry. `undefined` if the folder is only a copy for a server of the config. */
  readonly config: Readonly<Record<string, unknown>> | undefined;
  readonly definitions: ServerDefinitions;
}

const metadataSchema = z.looseObject({
  serverIdentifier: z.string().optional(),
  serverName: z.string().optional(),
  software: z.string().default(""),
  /** `config`: this folder is a copy, and the config says how the server is reached. */
  source: z.string().optional(),
  transport: z.string().optional(),
});

const toolSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  inputSchema: z.looseObject({}).optional(),
  parameters: z.looseObject({}).optional(),
  arguments: z.looseObject({}).optional(),
});

/** The metadata keys that belong into a config. All others are for people. */
const CONFIG_KEYS = [
  "command",
  "args",
  "env",
  "cwd",
  "folders",
  "hosts",
  "url",
  "headers",
  "oauth",
  "enabled",
  "trusted",
  "timeout",
  "startTimeout",
  "idle",
  "maxMessage",
  "exposure",
  "protocol",
  "risk",
  "prefix",
];

/** Reads the server folders below a folder, sorted by name. Ignores anything else. */
export async function readServerFolders(folder: string): Promise<ServerFolder[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  const found = await Promise.all(names.map((name) => readServerFolder(join(folder, name), name)));
  return found.flatMap((server) => server ?? []);
}

async function readServerFolder(folder: string, name: string): Promise<ServerFolder | undefined> {
  const text = await readText(join(folder, METADATA_FILE));
  if (text === undefined) return undefined;
  const metadata = parsed(metadataSchema, text, join(folder, METADATA_FILE));
  const { serverIdentifier = name, software, source } = metadata;
  const config = Object.fromEntries(
    CONFIG_KEYS.flatMap((key) => (metadata[key] === undefined ? [] : [[key, metadata[key]]])),
  );
  return {
    name: serverIdentifier.replaceAll(/[^\w.-]+/g, "-"),
    config: source === "config" ? undefined : config,
    definitions: {
      software,
      instructions: (await readText(join(folder, INSTRUCTIONS_FILE))) ?? "",
      tools: await readTools(join(folder, TOOLS_FOLDER)),
      capabilities: {},
    },
  };
}

async function readTools(folder: string): Promise<ToolDefinition[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".json")).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = (await readText(join(folder, file))) ?? "{}";
      const {
        inputSchema,
        parameters,
        arguments: args,
        ...tool
      } = parsed(toolSchema, text, join(folder, file));
      const schema = inputSchema ?? parameters ?? args ?? {};
      return { ...tool, inputSchema: { ...schema, type: "object" } };
    }),
  );
}

async function readText(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  if (found.size > MAX_BYTES)
    throw new DejimaError("too_large", `Cannot read "${file}": it is larger than ${MAX_BYTES} bytes`);
  return readFile(file, "utf8");
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string, file: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const why = thrownText(cause);
    throw new DejimaError("invalid_input", `Cannot read "${file}": ${why}`, {}, { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new DejimaError("invalid_input", `Cannot read "${file}": ${issue?.path.join(".")} ${issue?.message}`);
}

/**
 * Whether a server matches its folder's earlier description: every tool described there exists, as described.
 * A folder may say less of a tool than its server, and list fewer.
 */
export function agreesWith(described: ServerDefinitions, found: ServerDefinitions): boolean {
  const tools = new Map(found.tools.map((tool) => [tool.name, new Map(Object.entries(tool))]));
  return described.tools.every((tool) => {
    const existing = tools.get(tool.name);
    return (
      existing !== undefined &&
      Object.entries(tool).every(
        ([key, value]) => canonicalJson(value) === canonicalJson(existing.get(key) ?? null),
      )
    );
  });
}

/** Writes the catalogue of known servers, one folder each, for people and other programs. */
export interface CatalogueWriter {
  write(server: string, pin: Pin): Promise<void>;
  delete(server: string): Promise<void>;
}

/**
 * Servers in `own` are described by their folder itself: for these only the tools are written, and missing
 * instructions.
 */
export function createCatalogueWriter(folder: string, own: ReadonlySet<string>): CatalogueWriter {
  return {
    async write(server, { agreed, pending }) {
      const place = join(folder, server);
      await mkdir(place, { recursive: true, mode: 0o700 });
      if (!own.has(server)) {
        const metadata = {
          serverIdentifier: server,
          serverName: agreed.software === "" ? server : agreed.software,
          software: agreed.software,
          // How it is reached is in the config, with its secrets.
          source: "config",
          agreed: agreed.at,
          hash: serverHash(agreed),
          ...(pending === undefined ? {} : { changed: pending.at }),
        };
        await writeBeside(join(place, METADATA_FILE), json(metadata));
      }
      const instructionsFile = join(place, INSTRUCTIONS_FILE);
      if (!own.has(server) || !(await isThere(instructionsFile)))
        await writeBeside(instructionsFile, agreed.instructions);
      await writeTools(join(place, TOOLS_FOLDER), agreed.tools);
    },
    async delete(server) {
      if (!own.has(server)) await rm(join(folder, server), { recursive: true, force: true });
    },
  };
}

async function writeTools(folder: string, tools: Pin["agreed"]["tools"]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = new Map(tools.map((tool) => [fileOf(tool.name), json(tool)]));
  for (const file of await readdir(folder))
    if (!files.has(file)) await rm(join(folder, file), { force: true });
  for (const [file, text] of files) await writeBeside(join(folder, file), text);
}

/** A name that every file system accepts. If it was changed, a hash makes it unique. */
function fileOf(tool: string): string {
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 80);
  return plain === tool ? `${tool}.json` : `${plain}_${sha256(tool).slice(0, 8)}.json`;
}

async function writeBeside(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  await writeFile(beside, text);
  await rename(beside, file);
}
