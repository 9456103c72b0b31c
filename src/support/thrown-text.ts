const MAX_CHARACTERS = 500;

/** The meaning of system error codes for the person who named the file or the port. */
const SYSTEM_WORDS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "the file or folder does not exist"],
  ["EACCES", "this user has no right to it"],
  ["EPERM", "this user has no right to it"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of its path is a file, not a folder"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EMFILE", "too many files are open"],
  ["EADDRINUSE", "another program uses this port"],
  ["EADDRNOTAVAIL", "this machine does not have that address"],
]);
/** System calls about one file or one port. Others name their subject in their own message. */
const ABOUT_ONE = /^(?:open|read|stat|lstat|access|scandir|opendir|mkdir|unlink|rmdir|listen)$/;

/** The text of any thrown value, which need not be an Error. Never throws. */
export function thrownText(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown === "bigint") return String(thrown);
    if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
      const { message, name } = thrown as { message: unknown; name?: unknown }; // it has a message, as checked above
      const missing = missingPackage(thrown);
      if (missing !== undefined)
        return `the package "${missing}" is not installed; run: npm install ${missing}`;
      const failed = systemFailure(thrown);
      if (failed !== undefined) return failed;
      if (typeof message === "string") return message === "" ? String(name ?? "an Error") : message;
    }
    // Without Node modules: the index also reports errors in browsers.
    return (JSON.stringify(thrown) ?? String(thrown)).slice(0, MAX_CHARACTERS);
  } catch {
    return "a value that cannot be shown";
  }
}

/** A system error in words, with its code. */
function systemFailure(thrown: object): string | undefined {
  if (!("code" in thrown) || !("syscall" in thrown) || !ABOUT_ONE.test(String(thrown.syscall)))
    return undefined;
  const words = SYSTEM_WORDS.get(String(thrown.code));
  return words === undefined ? undefined : `${words} (${thrown.code})`;
}

/** The optional package that an import did not find. */
function missingPackage(thrown: object): string | undefined {
  if (!("code" in thrown) || thrown.code !== "ERR_MODULE_NOT_FOUND" || !("message" in thrown))
    return undefined;
  return /^Cannot find package '([^']{1,214})'/.exec(String(thrown.message))?.[1];
}
