/** Shorter data costs a reader less than a note about it. */
const SHORT = 200;

/**
 * An output with a note in the place of each picture, sound and file that it holds as text: nothing that a model could read. The shapes
 * are those in which MCP servers send them. Undefined when there are none.
 */
export function leaveOutBinaries(data: unknown, ref: string): unknown {
  let found = false;
  const note = (held: string, type: unknown) => {
    found = true;
    const bytes = Math.floor((held.length * 3) / 4);
    return `[${bytes} bytes${typeof type === "string" ? ` of ${type}` : ""}, kept whole under ref "${ref}"]`;
  };
  const look = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(look);
    if (typeof value !== "object" || value === null) return value;
    const { type, data: sent, blob, mimeType } = value as Readonly<Record<string, unknown>>;
    if ((type === "image" || type === "audio") && isLong(sent))
      return { ...value, data: note(sent, mimeType) };
    if (isLong(blob)) return { ...value, blob: note(blob, mimeType) };
    if (type === "resource") return { ...value, resource: look((value as { resource?: unknown }).resource) };
    return value;
  };
  if (typeof data !== "object" || data === null || !("content" in data)) return undefined;
  const content = look(data.content);
  return found ? { ...data, content } : undefined;
}

const isLong = (held: unknown): held is string => typeof held === "string" && held.length > SHORT;
