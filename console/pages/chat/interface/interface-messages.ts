import { isRecord } from "../../../../src/text/record.ts";

/** The version of the protocol between a host and an interface. */
const PROTOCOL = "2026-01-26";

const MOST_CHARACTERS = 200_000;
const MOST_TEXT = 4_000;

/** The height limits of a frame, in pixels. */
export const HEIGHT = { least: 40, most: 800 } as const;

/** An object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** The description of the host for an interface. */
export function hostDescription({
  tool,
  context,
}: {
  readonly tool: Fields;
  readonly context: Fields;
}): Fields {
  return {
    protocolVersion: PROTOCOL,
    hostInfo: { name: "dejima", version: "1" },
    hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} }, logging: {} },
    hostContext: {
      ...context,
      toolInfo: { tool },
      displayMode: "inline",
      availableDisplayModes: ["inline"],
      platform: "web",
      containerDimensions: { maxHeight: HEIGHT.most },
    },
  };
}

/** A JSON-RPC notification. */
export function notification(method: string, params: Fields): Fields {
  return { jsonrpc: "2.0", method, params };
}

/** Whether a message is longer than any honest one. One that JSON cannot represent counts as too large. */
export function isTooLarge(value: unknown): boolean {
  try {
    return JSON.stringify(value).length > MOST_CHARACTERS;
  } catch {
    return true;
  }
}

/** The texts of content blocks, limited in length. */
export function textOf(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.flatMap((block) =>
    isRecord(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  return texts.join("\n").slice(0, MOST_TEXT).trim();
}
