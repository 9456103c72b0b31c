/** One server-sent event. */
export interface Sse {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** Reads server-sent events as they come. */
export async function* readSse(response: Response): AsyncGenerator<Sse> {
  if (response.body === null || response.status !== 200)
    throw new Error(`expected a stream, got ${response.status}: ${await response.text()}`);
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parse(block);
      if (event !== undefined) yield event;
    }
  }
}

function parse(block: string): Sse | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  const id = fields.get("id");
  return {
    event: fields.get("event") ?? "message",
    data: JSON.parse(data),
    ...(id === undefined ? {} : { id }),
  };
}

/** Whether each event follows the one before: the next record, or the next piece that is only said. */
export function firstGap(ids: readonly string[]): string | undefined {
  const numbers = ids.map((id) => /:(\d+)\.(\d+)(?:r\d+)?$/.exec(id)?.slice(1).map(Number) ?? []);
  const at = numbers.findIndex(([seq = 0, part = 0], index) => {
    const [before = -1, last = 0] = index === 0 ? [-1, 0] : (numbers[index - 1] ?? []);
    return !((seq === before + 1 && part === 0) || (seq === before && part === last + 1));
  });
  return at === -1 ? undefined : `${ids[at - 1]} -> ${ids[at]}`;
}
