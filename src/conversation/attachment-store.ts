import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BlobStore } from "../blobs/blob-store.ts";
import { DejimaError } from "../contract/error.ts";
import type { Attachment } from "../contract/user/channel.ts";
import type { DocumentRepository } from "../store/store.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { thrownText } from "../support/thrown-text.ts";
import { oneLine } from "../text/one-line.ts";

/** A file that a person sent to a door. */
export interface SentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** The files that people sent, by conversation. */
export interface AttachmentStore {
  add(conversation: string, file: SentFile): Promise<Attachment>;
  /** The newest first. */
  list(conversation: string): Promise<readonly Attachment[]>;
  read(conversation: string, id: string): Promise<Buffer>;
  /** The files attached to a message, by the lines of `attachmentLine` in it. */
  ofMessage(conversation: string, message: string): Promise<readonly Attachment[]>;
}

/** The line in a message for an attached file. */
export function attachmentLine({
  name,
  mediaType,
  bytes,
}: Pick<Attachment, "name" | "mediaType" | "bytes">): string {
  return `[${name}, ${mediaType}, ${bytes} bytes]`;
}

const KIND = "attachments";
const MAX_BYTES = 50 * 1024 ** 2;
const MAX_STORED = 200;

const listSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    at: z.int(),
  }),
);

interface AttachmentStoreParts {
  readonly folder: string;
  documents(): Promise<DocumentRepository>;
  /** Where other machines find the contents. Default: only this machine has them. */
  readonly blobs?: (() => Promise<BlobStore>) | undefined;
}

/** Stores contents by their hash in a folder, and their metadata in the store. */
export function createAttachmentStore({ folder, documents, blobs }: AttachmentStoreParts): AttachmentStore {
  const blobOf = (conversation: string, hash: string) => ({
    space: `attachments/${sha256(conversation)}`,
    sha256: hash,
  });
  const list = async (conversation: string): Promise<readonly Attachment[]> =>
    listSchema.safeParse(await (await documents()).get(KIND, conversation)).data ?? [];
  // Sequential, because each addition reads the list that the previous one has written.
  let last: Promise<unknown> = Promise.resolve();

  async function put(conversation: string, { name, mediaType, content }: SentFile): Promise<Attachment> {
    if (content.byteLength > MAX_BYTES)
      throw new DejimaError(
        "too_large",
        `Cannot take "${name}": it has ${content.byteLength} bytes, over ${MAX_BYTES}`,
      );
    const hash = sha256(content);
    const path = join(folder, hash);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, content, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
    } catch (cause) {
      throw new DejimaError("io_error", `Cannot keep "${name}": ${thrownText(cause)}`, {}, { cause });
    }
    // Uploaded before it is listed: everything listed can be read everywhere.
    await (await blobs?.())?.put(blobOf(conversation, hash), path);
    const stored = await list(conversation);
    const id = `${Date.now().toString(36)}-${hash.slice(0, 8)}`;
    const attachment = {
      id,
      name: nameInMessage(name),
      mediaType: plainMediaType(mediaType),
      bytes: content.byteLength,
      sha256: hash,
      at: Date.now(),
    };
    await (await documents()).put(KIND, conversation, [attachment, ...stored].slice(0, MAX_STORED));
    return attachment;
  }

  return {
    add(conversation, file) {
      const done = last.then(() => put(conversation, file));
      last = done.catch(() => {});
      return done;
    },
    list,
    async ofMessage(conversation, message) {
      const lines = new Set(message.split("\n").filter((line) => line.startsWith("[")));
      if (lines.size === 0) return [];
      // Newest first: if a file was sent twice, the newer one is meant.
      const found = (await list(conversation)).filter((one) => lines.delete(attachmentLine(one)));
      return found.reverse();
    },
    async read(conversation, id) {
      const found = (await list(conversation)).find((one) => one.id === id);
      if (found === undefined)
        throw new DejimaError(
          "not_found",
          `Cannot find the attachment "${id.slice(0, 100)}" in this conversation`,
        );
      const path = join(folder, found.sha256);
      if (blobs !== undefined && !existsSync(path))
        await (await blobs()).download(blobOf(conversation, found.sha256), path);
      const content = await readFile(path).catch((cause) => {
        throw new DejimaError("io_error", `Cannot read "${found.name}": ${thrownText(cause)}`, {}, { cause });
      });
      if (sha256(content) === found.sha256) return content;
      throw new DejimaError(
        "conflict",
        `Cannot trust "${found.name}": its content was changed after it was kept`,
      );
    },
  };
}

// The sender chooses the media type too.
function plainMediaType(mediaType: string): string {
  const [essence = ""] = mediaType.split(";");
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(essence.trim())
    ? essence.trim()
    : "application/octet-stream";
}

// The sender chooses the name. In the message it must not look like another line of the person's own.
function nameInMessage(name: string): string {
  const shown = oneLine(name.replaceAll(/[[\]]/g, " "));
  return [...shown].slice(0, 200).join("") || "file";
}
