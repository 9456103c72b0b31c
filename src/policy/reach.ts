import { baseName } from "./program-name.ts";
import { compileWildcard } from "./wildcard.ts";

/**
 * Whether a pattern of absolute paths speaks of a folder or of something in it. One that only names files wherever they
 * are, like `**` + `/.env`, speaks of no folder in particular, unless the folder itself bears the name.
 */
export function reachesFolder(pattern: string, folder: string): boolean {
  const matches = compileWildcard(pattern, "segment");
  if (matches(folder) || matches(`${folder === "/" ? "" : folder}/ `)) return true;
  const wanted = pattern.split("/").slice(1);
  for (const [at, name] of folder.split("/").slice(1).entries()) {
    const segment = pattern.startsWith("**") ? "**" : wanted[at];
    if (segment === undefined) return false;
    if (segment.includes("**")) return at > 0;
    if (!compileWildcard(segment, "segment")(name)) return false;
  }
  return true;
}

/** Whether a pattern of addresses speaks of a host or of a page of it; the scheme does not matter, a port does. */
export function reachesHost(pattern: string, address: string): boolean {
  const host = hostOf(address);
  const wanted = hostOf(pattern);
  if (host === undefined || wanted === undefined) return compileWildcard(pattern, "segment")(address);
  if (compileWildcard(wanted, "anywhere")(host)) return true;
  return host.startsWith("*.") && compileWildcard(host, "anywhere")(wanted);
}

function hostOf(address: string): string | undefined {
  return /^[a-z*?]+:\/\/([^/]+)/i.exec(address)?.[1]?.toLowerCase();
}

/** Whether a pattern of commands speaks of a program that may be run with any arguments. */
export function reachesProgram(pattern: string, program: string): boolean {
  if (compileWildcard(pattern, "anywhere")(program)) return true;
  const [first = ""] = pattern.split(" ");
  return compileWildcard(baseName(first), "anywhere")(baseName(program.split(" ")[0] ?? ""));
}
