/** What a thrown value says, whatever it is: not everything that is thrown is an Error. Never throws itself. */
export function thrownText(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
      const { message, name } = thrown as { message: unknown; name?: unknown };
      if (typeof message === "string") return message === "" ? String(name ?? "an Error") : message;
    }
    const { inspect } = process.getBuiltinModule("node:util");
    return inspect(thrown, { depth: 1, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 500 });
  } catch {
    return "a value that cannot be shown";
  }
}
