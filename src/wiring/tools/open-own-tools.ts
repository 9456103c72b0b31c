import { readFile, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Settings } from "../../config/load-config.ts";
import type { Config } from "../../config/schema/config-schema.ts";
import { trustRecord } from "../../config/trust/trust-record.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import type { HttpClient } from "../../network/http-client.ts";
import { type FolderContent, readFolderContent } from "../../sources/custom/folder-content.ts";
import { resolveOwnPackages } from "../../sources/custom/load-tool-file.ts";
import {
  type FileReport,
  openToolFolder,
  type ToolFolder,
  toolFiles,
} from "../../sources/custom/tool-folder.ts";
import { apiTools } from "../../sources/http/api-tools.ts";
import { type ApiDocument, readDocument } from "../../sources/http/openapi-document.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { packageFolder } from "../../support/paths.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { SharedToolFolder, TeamTools } from "../team/team-tools.ts";
import { TOOL_FOLDER } from "./may-have-tools.ts";

/** A folder of tool files, and whether they loaded. Files of an untrusted folder are only counted. */
interface FolderReport {
  readonly folder: string;
  readonly trusted: boolean;
  /** Whether its content changed since it was accepted. */
  readonly changed: boolean;
  readonly files: readonly FileReport[];
}

/** A folder of tool files as a person reviews it. Accepting records exactly this content. */
interface ToolFolderOffer {
  readonly content: FolderContent;
  /** A patch of what changed since it was accepted. The whole content if it never was. */
  readonly difference: string;
}

/** An API of the config, and its tools. */
interface ApiReport {
  readonly name: string;
  readonly tools: readonly string[];
  readonly problem?: string;
}

/** The tools that the user brings: files of a folder, and APIs described by OpenAPI documents. */
export interface OwnTools {
  folders(): readonly FolderReport[];
  apis(): readonly ApiReport[];
  /** Replaces the APIs in use. */
  replaceApis(apis: Config["openapi"]): Promise<void>;
  /** Reads an OpenAPI document from a file or an https address. */
  readApi(location: string): Promise<{ document: ApiDocument; text: string }>;
  /** Reads a folder for a person who decides whether to trust it. */
  offer(folder: string): Promise<ToolFolderOffer>;
  /** Allows the code of a folder to run as long as its content stays the same. */
  trust(folder: string, content: FolderContent): Promise<void>;
  /** Lets the accepted files of a folder run at every machine of the team, or none. */
  share(folder: string | undefined, who: { readonly by: string }): Promise<void>;
  /** Runs the tool files that the team shares, and no others of the team. */
  useShared(shared: SharedToolFolder | undefined): Promise<void>;
  close(): void;
}

interface OwnToolsParts {
  readonly settings: Settings;
  readonly registry: ToolRegistry;
  readonly client: HttpClient;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Folders that the embedding program vouches for. */
  readonly vouched: readonly string[];
  /** The tool files of the team. `undefined` without a team that shares files. */
  readonly team: TeamTools | undefined;
}

const MAX_DOCUMENT = 32 * 1024 ** 2;

/** Loads the user's tools. One that fails does not keep the others from loading. */
export async function openOwnTools(parts: OwnToolsParts): Promise<OwnTools> {
  const { settings, registry, client, variables, vouched, team } = parts;
  const { base, home, config } = settings;
  const trusted = trustRecord(variables);
  const open: (ToolFolder & { stop(): void })[] = [];
  const waiting: FolderReport[] = [];
  let used: SharedToolFolder | undefined;
  for (const folder of [join(home, TOOL_FOLDER), ...vouched.map((path) => resolve(base, path))]) {
    const files = await toolFiles(folder);
    const isVouched = vouched.some((path) => resolve(base, path) === folder);
    const mayLoad = isVouched ? async () => true : () => isTrusted(folder);
    if (await mayLoad()) open.push(await openTrusted(folder, { registry, mayLoad }));
    else if (files.length > 0)
      waiting.push({
        folder,
        trusted: false,
        changed: (await trusted.find(folder)) !== undefined,
        files: files.map((file) => ({ file, tools: [] })),
      });
  }
  let apis: readonly ApiReport[] = [];
  await replaceApis(config.openapi);

  async function replaceApis(wanted: Config["openapi"]): Promise<void> {
    const read = await Promise.all(
      Object.entries(wanted).map(async ([name, api]) => {
        const tools = await toolsOf(name, api).catch((error) => thrownText(error));
        return { name, tools };
      }),
    );
    for (const { tools } of apis) for (const tool of tools) registry.unregister(tool);
    apis = read.map(({ name, tools }) => {
      if (typeof tools === "string") return { name, tools: [], problem: tools };
      try {
        registry.registerMany(tools);
        return { name, tools: tools.map((tool) => tool.name) };
      } catch (error) {
        return { name, tools: [], problem: thrownText(error) };
      }
    });
  }

  async function toolsOf(name: string, api: Config["openapi"][string]): Promise<readonly Tool[]> {
    const { document } = await readApi(api.document);
    const address = absolute(api.baseUrl ?? document.server, name);
    return apiTools(document, { api: { ...api, name, base: address }, chosen: api.operations, client });
  }

  async function isTrusted(folder: string): Promise<boolean> {
    const accepted = await trusted.find(folder);
    const owner = await stat(folder).then(
      ({ uid }) => uid,
      () => undefined,
    );
    if (accepted === undefined || accepted.owner !== owner) return false;
    const content = await readFolderContent(folder).catch(() => undefined);
    return content?.sha256 === accepted.sha256;
  }

  async function useShared(shared: SharedToolFolder | undefined): Promise<void> {
    if (shared?.folder === used?.folder) return;
    const at = open.findIndex(({ folder }) => folder === used?.folder);
    for (const before of at === -1 ? [] : open.splice(at, 1)) {
      before.close();
      before.stop();
    }
    used = shared;
    if (shared === undefined) return;
    const { folder, content } = shared;
    const hashOf = async (path: string) => (await readFolderContent(path).catch(() => undefined))?.sha256;
    // The machine that shared them has them already.
    const own = join(home, TOOL_FOLDER);
    if ((await isTrusted(own)) && (await hashOf(own)) === content) return;
    open.push(
      await openTrusted(folder, { registry, mayLoad: async () => (await hashOf(folder)) === content }),
    );
  }

  async function offer(folder: string): Promise<ToolFolderOffer> {
    const { createTwoFilesPatch } = await import("diff");
    const content = await readFolderContent(folder);
    const before = (await trusted.find(folder))?.text ?? "";
    const patch = createTwoFilesPatch("accepted", "now", before, content.text, undefined, undefined, {
      context: 2,
    });
    return { content, difference: patch.split("\n").slice(3).join("\n").trimEnd() };
  }

  async function readApi(location: string): Promise<{ document: ApiDocument; text: string }> {
    const text = await (/^https?:/.test(location) ? download(location) : readLocal(resolve(base, location)));
    return { document: readDocument(text, location), text };
  }

  async function download(url: string): Promise<string> {
    const { status, body } = await client.request({ url, maxBytes: MAX_DOCUMENT, redirects: "anywhere" });
    if (status === 200) return body.toString("utf8");
    throw new DejimaError("io_error", `Cannot read "${url}": the server answered ${status}`);
  }

  return {
    folders: () => [
      ...open.map((one) => ({
        folder: one.folder,
        trusted: !one.changed(),
        changed: one.changed(),
        files: one.report(),
      })),
      ...waiting,
    ],
    apis: () => apis,
    replaceApis,
    readApi,
    offer,
    async trust(folder, content) {
      await trusted.add(folder, content);
      await open.find((one) => one.folder === folder)?.rescan();
    },
    async share(folder, { by }) {
      if (team === undefined)
        throw new DejimaError(
          "invalid_input",
          "Cannot share tool files: it needs a team with `runs: workers` and `blobs`. Without one, put them on every machine",
        );
      if (folder === undefined) await team.publish(undefined, by);
      else {
        const content = (await trusted.find(folder))?.sha256 ?? "";
        await team.publish({ folder, content, files: await toolFiles(folder) }, by);
      }
      await useShared(await team.bring());
    },
    useShared,
    close() {
      for (const folder of open) {
        folder.close();
        folder.stop();
      }
    },
  };
}

async function openTrusted(
  folder: string,
  options: Parameters<typeof openToolFolder>[1],
): Promise<ToolFolder & { stop(): void }> {
  const ownEntry = extname(import.meta.filename) === ".ts" ? "src/index.ts" : "dist/index.js";
  const { stop } = resolveOwnPackages(folder, {
    dejima: pathToFileURL(join(packageFolder(import.meta.filename), ownEntry)).href,
    zod: import.meta.resolve("zod"),
  });
  const opened = await openToolFolder(folder, options);
  try {
    opened.watch();
  } catch {
    // The folder does not exist yet, or the machine cannot watch files: what was loaded stays.
  }
  return { ...opened, stop };
}

function absolute(address: string | undefined, name: string): string {
  if (address !== undefined && /^https?:\/\//i.test(address)) return address;
  const reason =
    address === undefined ? "its document names no server" : `its document says only "${address}"`;
  throw new DejimaError(
    "invalid_input",
    `Cannot reach the API "${name}": ${reason}; set openapi.${name}.baseUrl`,
  );
}

async function readLocal(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause) => {
    const missing = errnoOf(cause) === "ENOENT";
    const why = missing ? "no such file" : thrownText(cause);
    throw new DejimaError("io_error", `Cannot read "${path}": ${why}`, { path }, { cause });
  });
}
