import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../../support/sha256.ts";
import { serverHash } from "../definition/definition-hash.ts";
import type { Pin } from "../pin/pin.ts";
import { INSTRUCTIONS_FILE, METADATA_FILE, TOOLS_FOLDER } from "./server-folder.ts";

/** Writes down what is known of servers, one folder each, for people and for other programs. */
export interface CatalogueWriter {
  write(server: string, pin: Pin): Promise<void>;
  delete(server: string): Promise<void>;
}

/** Servers in `own` are described by their folder itself: of these only the tools are written, and instructions where there are none. */
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
          // How it is reached stands in the config, with its secrets.
          source: "config",
          agreed: agreed.at,
          hash: serverHash(agreed),
          ...(pending === undefined ? {} : { changed: pending.at }),
        };
        await writeBeside(join(place, METADATA_FILE), json(metadata));
      }
      const told = join(place, INSTRUCTIONS_FILE);
      if (!own.has(server) || !(await isThere(told))) await writeBeside(told, agreed.instructions);
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

/** A name that every file system takes; what was changed is told apart by a hash. */
function fileOf(tool: string): string {
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 80);
  return plain === tool ? `${tool}.json` : `${plain}_${sha256(tool).slice(0, 8)}.json`;
}

async function writeBeside(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  await writeFile(beside, text);
  await rename(beside, file);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
