/** Gives the next line, or nothing at the end. */
export type NextLine = (prompt: string) => Promise<string | undefined>;

/** Reads one message: a line, lines joined by a backslash at their end, or a block between triple quotes. */
export async function readMessage(next: NextLine): Promise<string | undefined> {
  const first = await next("> ");
  if (first === undefined) return undefined;
  if (first.trim().startsWith('"""')) return readBlock(first.trim().slice(3), next);
  let message = first;
  while (message.endsWith("\\")) {
    const more = await next("… ");
    message = `${message.slice(0, -1)}\n${more ?? ""}`;
    if (more === undefined) break;
  }
  return message.trim();
}

async function readBlock(begun: string, next: NextLine): Promise<string> {
  const lines = begun === "" ? [] : [begun];
  for (;;) {
    const line = await next("… ");
    if (line === undefined) break;
    if (line.trimEnd().endsWith('"""')) {
      lines.push(line.trimEnd().slice(0, -3));
      break;
    }
    lines.push(line);
  }
  return lines.join("\n").trim();
}
