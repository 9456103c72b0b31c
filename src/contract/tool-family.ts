/** First words of built-in tools. A pattern that begins with one, like `read_*`, speaks of built-in tools alone. */
export const BUILTIN_WORDS: readonly string[] = (
  "accept add base64 bash browser call cancel current currenttime delete deliver describe detect draft edit " +
  "enable execute executeskill fetch file filedelete fileread filewrite find forget get glob grep http " +
  "install json list listdir move network plan platform platformdetector raise read recall remember rename run save " +
  "schedule screenshot search send set shell skip sleep sql submit time tool trigger try uninstall update vector " +
  "vectorsearch wait web webfetch websearch write"
).split(" ");

/**
 * Families of built-in tools that reach out, whose beginning nobody else's tool may have: its user would take it for one of
 * them. Tools of servers are often called `json_…`, and those of ours only compute.
 */
const RESERVED_FAMILIES = /^(?:browser|http|web)_/;

/** What stands between the name of an MCP server and the name of its tool. */
export const SERVER_MARK = "__";

/** How the names of an MCP server's tools begin where they carry its name. */
export function serverPrefix(server: string): string {
  return `${server.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^[^A-Za-z_]/, "_")}${SERVER_MARK}`;
}

/** Whether a name belongs to a family of built-in tools, or to a server by its prefix, and to no other tool. */
export function isReservedName(name: string): boolean {
  return RESERVED_FAMILIES.test(name) || name.includes(SERVER_MARK);
}
