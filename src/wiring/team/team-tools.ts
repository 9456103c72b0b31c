import { join } from "node:path";
import { z } from "zod";
import type { BlobStore } from "../../blobs/blob-store.ts";
import { DejimaError } from "../../contract/error.ts";
import type { TeamVersion } from "../../contract/user/team.ts";
import { readFolderContent } from "../../sources/custom/folder-content.ts";
import type { VersionTable } from "../../store/shared-store.ts";
import { fetchFolder, keepFolder } from "./team-archive.ts";
import { sharedDocument } from "./team-document.ts";

const SPACE = "tools";

const sharedSchema = z.object({
  /** The SHA-256 of the archive in the blob store. */
  archive: z.string().regex(/^[0-9a-f]{64}$/),
  /** The hash of the content that a person accepted. */
  content: z.string(),
  files: z.array(z.string()),
});

type SharedFiles = z.infer<typeof sharedSchema>;

const documentSchema = z.object({ shared: sharedSchema.nullable() });

/** Tool files that a person accepted for all machines of a team, in a folder of this machine. */
export interface SharedToolFolder {
  readonly folder: string;
  /** The hash of the accepted content. */
  readonly content: string;
}

/** The tool files of a team. */
export interface TeamTools {
  /** Shares the files of a folder, or none. A person must have accepted exactly this content. */
  publish(
    shared: (SharedToolFolder & { readonly files: readonly string[] }) | undefined,
    by: string,
  ): Promise<void>;
  /** Fetches and checks the tool files that the team shares now. */
  bring(): Promise<SharedToolFolder | undefined>;
}

interface TeamToolParts {
  /** Where the files are unpacked. */
  readonly folder: string;
  versions(): Promise<VersionTable>;
  blobs(): Promise<BlobStore>;
  recordChange(version: TeamVersion): Promise<void>;
}

/** Shares tool files between the machines of a team. They run inside Dejima, so only a person at a machine can share some. */
export function teamTools({ folder, versions, blobs, recordChange }: TeamToolParts): TeamTools {
  const document = sharedDocument("tools", { schema: documentSchema, empty: { shared: null }, versions });
  return {
    async publish(given, by) {
      const shared = given && {
        archive: await keepFolder(await blobs(), SPACE, given.folder),
        content: given.content,
        files: [...given.files],
      };
      // The packed files must be the accepted ones. This is checked before other machines see them.
      if (shared !== undefined) await place(shared);
      const change = given === undefined ? "share no tool files" : `share ${given.files.join(", ")}`;
      const version = await document.edit(() => ({ shared: shared ?? null }), { by, change });
      if (version !== undefined) await recordChange(version);
    },
    async bring() {
      const { shared } = (await document.latest()).content;
      return shared === null ? undefined : place(shared);
    },
  };

  async function place({ archive, content }: Omit<SharedFiles, "files">): Promise<SharedToolFolder> {
    const unpacked = join(folder, archive);
    if ((await contentOf(unpacked)) === content) return { folder: unpacked, content };
    await fetchFolder(await blobs(), { space: SPACE, sha256: archive }, unpacked, async (found) => {
      if ((await contentOf(found)) === content) return;
      throw new DejimaError(
        "conflict",
        "Cannot use the team's tool files: they are not the content that was accepted. Share them again with `dejima tool trust --team`",
      );
    });
    return { folder: unpacked, content };
  }
}

async function contentOf(folder: string): Promise<string | undefined> {
  return (await readFolderContent(folder).catch(() => undefined))?.sha256;
}
