const QUOTED = /[`"'“”‘’「」『』]([^`"'“”‘’「」『』\n]{1,300})[`"'“”‘’「」『』]/g;
const WITH_EXTENSION = /(?<![\w/.-])(?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w-][\w.-]*\.[A-Za-z]\w{0,9}(?![\w/])/g;
const WITH_SLASH = /(?<![\w:/.-])(?:\.{1,2}\/|[\w.-]+\/)[\w./-]*/g;
const SCRIPT = /\.(?:sh|bash|py|js|mjs|cjs|ts)$/i;

/** What stands in quotation marks of any kind, in order. */
export function quotedIn(message: string): string[] {
  return [...message.matchAll(QUOTED)].map(([, text = ""]) => text);
}

/** The path that a message names, if any: in quotation marks, with an ending, or with a slash. */
export function pathIn(message: string): string | undefined {
  const quoted = quotedIn(message).find((text) => /^[\w./-]+$/.test(text) && /[./]/.test(text));
  // An address is no path.
  const plain = message.replace(/\bhttps?:\/\/\S+/g, " ");
  return quoted ?? plain.match(WITH_EXTENSION)?.[0] ?? plain.match(WITH_SLASH)?.[0];
}

/** Whether a path names a script, by its ending. */
export function isScript(path: string): boolean {
  return SCRIPT.test(path);
}

/** The command that runs a script. */
export function scriptCommand(path: string): string {
  const program = /\.py$/i.test(path) ? "python3" : /\.(?:sh|bash)$/i.test(path) ? "sh" : "node";
  return `${program} ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`;
}
