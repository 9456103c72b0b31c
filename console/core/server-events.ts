/** One event of a stream, as the server wrote it. */
export interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/**
 * Parses server-sent events of a body, in the batches they arrive in. `EventSource` cannot send a token, so
 * the format is parsed here.
 */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<readonly ServerEvent[]> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never) // the types of streams of the DOM and of Node differ
    .getReader() as ReadableStreamDefaultReader<string>; // a decoder gives text
  let buffer = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += value;
      const blocks = buffer.split(/\r?\n\r?\n/);
      buffer = blocks.pop() ?? "";
      const events = blocks.flatMap((block) => readBlock(block) ?? []);
      if (events.length > 0) yield events;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses one block of lines. `undefined` if it contains only comments. */
function readBlock(block: string): ServerEvent | undefined {
  const data: string[] = [];
  let event = "message";
  let id: string | undefined;
  for (const line of block.split(/\r?\n/)) {
    const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id") id = value;
  }
  return data.length === 0 ? undefined : { id, event, data: data.join("\n") };
}
