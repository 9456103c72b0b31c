/** First words of built-in tools. A pattern that begins with one of them, like `read_*`, matches built-in tools only. */
export const BUILTIN_WORDS: readonly string[] = (
  "accept add base64 bash browser call cancel current currenttime delete deliver describe detect draft edit " +
  "enable execute executeskill fetch file filedelete fileread filewrite find forget get glob grep http " +
  "install json list listdir move network plan platform platformdetector raise read recall remember rename run save " +
  "schedule screenshot search send set shell skip sleep spend sql submit time tool trigger try uninstall update vector " +
  "vectorsearch wait web webfetch websearch write"
).split(" ");

/**
 * Name prefixes of built-in tools that reach the network or a database, whether or not they are there. No other tool may use
 * them, because users and their rules would take it for a built-in one. `json_` is not reserved: tools of servers often begin
 * with it, and ours only compute.
 */
const RESERVED_FAMILIES = /^(?:browser|http|web|sql)_/;

/** Separates the name of an MCP server from the name of its tool. */
export const SERVER_MARK = "__";

/** The name prefix of an MCP server's tools, where they carry the server's name. */
export function serverPrefix(server: string): string {
  return `${server.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^[^A-Za-z_]/, "_")}${SERVER_MARK}`;
}

/** Whether a name is reserved for a family of built-in tools, or for a server by its prefix. */
export function isReservedName(name: string): boolean {
  return RESERVED_FAMILIES.test(name) || name.includes(SERVER_MARK);
}
