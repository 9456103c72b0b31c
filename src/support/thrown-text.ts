const MOST_CHARACTERS = 500;

/** What a thrown value says, whatever it is: not everything that is thrown is an Error. Never throws itself. */
export function thrownText(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown === "bigint") return String(thrown);
    if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
      const { message, name } = thrown as { message: unknown; name?: unknown };
      const missing = missingPackage(thrown);
      if (missing !== undefined)
        return `the package "${missing}" is not installed; run: npm install ${missing}`;
      if (typeof message === "string") return message === "" ? String(name ?? "an Error") : message;
    }
    // Without help of Node: the index reports its failures in browsers, too.
    return (JSON.stringify(thrown) ?? String(thrown)).slice(0, MOST_CHARACTERS);
  } catch {
    return "a value that cannot be shown";
  }
}

/** The optional package that an import did not find. */
function missingPackage(thrown: object): string | undefined {
  if (!("code" in thrown) || thrown.code !== "ERR_MODULE_NOT_FOUND" || !("message" in thrown))
    return undefined;
  return /^Cannot find package '([^']{1,214})'/.exec(String(thrown.message))?.[1];
}
