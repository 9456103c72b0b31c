import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** Far more than a real result has. Each block and each value costs several steps from here to the log. */
const MAX_BLOCKS = 1_000;
const MAX_VALUES = 200_000;
const MAX_BLOCK_VALUES = 1_000;

/**
 * A result of bounded work. Blocks beyond the limit become one text, and so does structured content with too
 * many values: nothing is lost. Anything else is returned unchanged.
 */
export function boundResult<Result>(result: Result): Result {
  if (typeof result !== "object" || result === null || !hasExcess(result)) return result;
  const { content, structuredContent, _meta, ...rest } = result as Fields; // checked by hasExcess
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const isWide = hasMoreThan(MAX_VALUES, structuredContent);
  const folded = [
    ...blocks.slice(0, MAX_BLOCKS - 1).map(narrowed),
    ...(blocks.length < MAX_BLOCKS ? [] : [foldedBlocks(blocks.slice(MAX_BLOCKS - 1))]),
    ...(isWide ? [textBlock(JSON.stringify(structuredContent))] : []),
  ];
  return {
    ...rest,
    content: folded,
    ...(isWide || structuredContent === undefined ? {} : { structuredContent }),
    ...(_meta === undefined || hasMoreThan(MAX_BLOCK_VALUES, _meta) ? {} : { _meta }),
  } as Result; // the same shape, with less in it
}

type Fields = Readonly<Record<string, unknown>>;

function hasExcess(result: object): boolean {
  const { content, structuredContent, _meta } = result as Fields; // an object, as checked above
  const isLong = Array.isArray(content) && (content.length > MAX_BLOCKS || content.some(isWideBlock));
  return isLong || hasMoreThan(MAX_VALUES, structuredContent) || hasMoreThan(MAX_BLOCK_VALUES, _meta);
}

const isWideBlock = (block: unknown) => hasMoreThan(MAX_BLOCK_VALUES, block);
const textBlock = (text: string) => ({ type: "text", text });
const narrowed = (block: unknown) => (isWideBlock(block) ? textBlock(JSON.stringify(block)) : block);
const foldedBlocks = (blocks: readonly unknown[]) =>
  textBlock(`[${blocks.length} more blocks, one a line]\n${blocks.map(lineOf).join("\n")}`);

function lineOf(block: unknown): string {
  const isText = typeof block === "object" && block !== null && "text" in block;
  return isText && typeof block.text === "string" ? block.text : JSON.stringify(block);
}

/** Whether data has more values than a limit. Looks at no more than that many. */
function hasMoreThan(limit: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const left: object[] = [value];
  let count = 0;
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    if (Array.isArray(each) && count + each.length > limit) return true;
    for (const name in each) {
      if (++count > limit) return true;
      const inner = (each as Fields)[name]; // only objects are listed
      if (typeof inner === "object" && inner !== null) left.push(inner);
    }
  }
  return false;
}

/** Bounds results before the SDK checks each part of them. Call it once the transport is connected. */
export function boundResults(transport: Transport): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) =>
    deliver?.("result" in message ? bounded(message) : message, extra);
}

function bounded<Message extends JSONRPCMessage & { readonly result: unknown }>(message: Message): Message {
  const result = boundResult(message.result);
  return result === message.result ? message : { ...message, result };
}
