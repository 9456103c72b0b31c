import { fileURLToPath } from "node:url";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import { DejimaError } from "../../contract/error.ts";
import type { SentFile } from "../../runtime.ts";
import { oneLine } from "../../text/one-line.ts";

/** The person's message and its attached files. */
interface PromptContent {
  readonly text: string;
  readonly files: readonly SentFile[];
}

const MAX_MESSAGE_LENGTH = 100_000;
const MAX_FILES = 20;

/**
 * Parses a prompt. Only the person's own text becomes the message. The content of an attached file may be
 * someone else's words, so it is stored as a file that the agent reads with a tool. A link is named by its
 * address.
 */
export function readPrompt(blocks: readonly ContentBlock[]): PromptContent {
  const texts: string[] = [];
  const files: SentFile[] = [];
  for (const block of blocks) {
    if (block.type === "text") texts.push(block.text);
    else if (block.type === "resource_link") texts.push(`[${placeOf(block.uri)}]`);
    else if (block.type === "resource" && isOnDisk(block.resource.uri))
      texts.push(`[${placeOf(block.resource.uri)}]`);
    else files.push(fileOf(block));
  }
  const text = texts.join("").trim();
  if (text === "" && files.length === 0)
    throw new DejimaError("invalid_input", "Cannot answer an empty prompt: write something");
  if (text.length > MAX_MESSAGE_LENGTH)
    throw new DejimaError(
      "too_large",
      `Cannot take the prompt: it has ${text.length} characters, over ${MAX_MESSAGE_LENGTH}. Attach long text as a file`,
    );
  if (files.length > MAX_FILES)
    throw new DejimaError(
      "too_large",
      `Cannot take the prompt: it comes with ${files.length} files, over ${MAX_FILES}`,
    );
  return { text, files };
}

function fileOf(block: Exclude<ContentBlock, { type: "text" | "resource_link" }>): SentFile {
  if (block.type === "resource") {
    const { resource } = block;
    const content = "text" in resource ? Buffer.from(resource.text) : Buffer.from(resource.blob, "base64");
    return { name: lastName(resource.uri), mediaType: mediaTypeOf(resource.mimeType, "text/plain"), content };
  }
  const mediaType = mediaTypeOf(block.mimeType, "application/octet-stream");
  const uri = block.type === "image" ? block.uri : undefined;
  const name = uri ? lastName(uri) : `${block.type}.${mediaType.split("/")[1] ?? "bin"}`;
  return { name, mediaType, content: Buffer.from(block.data, "base64") };
}

function mediaTypeOf(declared: string | null | undefined, otherwise: string): string {
  return declared && /^[\w.+-]+\/[\w.+-]+$/.test(declared) ? declared : otherwise;
}

function isOnDisk(uri: string): boolean {
  return uri.startsWith("file:");
}

/** An address as the message names it: a path for a file, so that the agent reads it like any other. */
function placeOf(uri: string): string {
  try {
    return oneLine(isOnDisk(uri) ? fileURLToPath(uri) : uri);
  } catch {
    return oneLine(uri);
  }
}

function lastName(uri: string): string {
  return oneLine(placeOf(uri).split(/[/\\]/).at(-1) ?? "").slice(0, 200) || "file";
}
