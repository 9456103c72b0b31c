import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BlobStore } from "../../blobs/blob-store.ts";
import { replaceUserFile } from "../../config/edit/write-config.ts";
import type { TeamVersion } from "../../contract/user/team.ts";
import type { PinStore } from "../../sources/mcp/pin.ts";
import type { VersionTable } from "../../store/shared-store.ts";
import { canonicalJson, parseJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { sharedDocument } from "./team-document.ts";

const SPACE = "pins";

/** The SHA-256 of the accepted pin, for each MCP server. */
const documentSchema = z.record(z.string(), z.string());

interface TeamPinParts {
  /** The folder of the local copies. */
  readonly folder: string;
  /** Pins from before the team had versions of them. */
  readonly before: Pick<PinStore, "get" | "delete">;
  versions(): Promise<VersionTable>;
  blobs(): Promise<BlobStore>;
  recordChange(version: TeamVersion): Promise<void>;
}

/** The pins of the MCP servers of a team: what a person accepted about each. */
export interface TeamPins extends PinStore {
  /** The number of the latest version. */
  number(): Promise<number>;
}

/** Stores a team's pins of its MCP servers: the current hashes in the store, the content in the blob store. */
export function teamPins({ folder, before, versions, blobs, recordChange }: TeamPinParts): TeamPins {
  const document = sharedDocument("pins", { schema: documentSchema, empty: {}, versions });
  const fileOf = (hash: string) => join(folder, `${hash}.json`);

  /** The copy on this machine. Fetched if it is missing or was changed. */
  async function content(hash: string): Promise<string> {
    const read = () => readFile(fileOf(hash), "utf8").catch(() => undefined);
    const text = await read();
    if (text !== undefined && sha256(text) === hash) return text;
    await (await blobs()).download({ space: SPACE, sha256: hash }, fileOf(hash));
    return readFile(fileOf(hash), "utf8");
  }

  async function change(
    work: (pins: Readonly<Record<string, string>>) => Record<string, string>,
    note: Pick<TeamVersion, "by" | "change">,
  ): Promise<void> {
    const version = await document.edit(work, note);
    if (version !== undefined) await recordChange(version);
  }

  return {
    number: async () => (await document.latest()).number,
    async get(server) {
      const { content: pins } = await document.latest();
      const hash = Object.hasOwn(pins, server) ? pins[server] : undefined;
      return hash === undefined ? before.get(server) : parseJson(await content(hash));
    },
    async put(server, pin, note) {
      const text = canonicalJson(pin);
      const hash = sha256(text);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceUserFile(fileOf(hash), text);
      await (await blobs()).put({ space: SPACE, sha256: hash }, fileOf(hash));
      await change((pins) => ({ ...pins, [server]: hash }), note);
      await before.delete(server, note);
    },
    async delete(server, note) {
      await change(
        (pins) => Object.fromEntries(Object.entries(pins).filter(([name]) => name !== server)),
        note,
      );
      await before.delete(server, note);
    },
  };
}
