import { z } from "zod";
import type { BlobStore } from "../../blobs/blob-store.ts";
import type { TeamVersion } from "../../contract/user/team.ts";
import { refuseLinksOut } from "../../sources/mcp/package/check-fetched.ts";
import type { SharedPackages } from "../../sources/mcp/package/package-store.ts";
import type { VersionTable } from "../../store/shared-store.ts";
import { accountName } from "../../support/process/account.ts";
import { fetchFolder, keepFolder } from "./team-archive.ts";
import { sharedDocument } from "./team-document.ts";

const SPACE = "packages";

/** The SHA-256 of the archive, for each package and kind of machine. */
const documentSchema = z.record(z.string(), z.string());

interface TeamPackageParts {
  versions(): Promise<VersionTable>;
  blobs(): Promise<BlobStore>;
  recordChange(version: TeamVersion): Promise<void>;
}

/**
 * Shares the fetched packages of MCP servers. The first machine fetches a package; the others get the same bytes from the blob
 * store.
 */
export function teamPackages({ versions, blobs, recordChange }: TeamPackageParts): SharedPackages {
  const document = sharedDocument("packages", { schema: documentSchema, empty: {}, versions });
  const keyOf = (name: string) => `${process.platform}-${process.arch}/${name}`;
  return {
    async bring(name, place) {
      const { content } = await document.latest();
      const key = keyOf(name);
      const sha256 = Object.hasOwn(content, key) ? content[key] : undefined;
      if (sha256 === undefined) return false;
      await fetchFolder(await blobs(), { space: SPACE, sha256 }, place, (folder) => refuseLinksOut(folder));
      return true;
    },
    async keep(names, folder) {
      const sha256 = await keepFolder(await blobs(), SPACE, folder);
      const entries = Object.fromEntries(names.map((name) => [keyOf(name), sha256]));
      // An archive that another machine has already shared stays.
      const change = { by: accountName(), change: `fetch ${names[0]}` };
      const version = await document.edit((present) => ({ ...entries, ...present }), change);
      if (version !== undefined) await recordChange(version);
    },
  };
}
