import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { containsControl } from "../../../text/hidden-characters.ts";
import { isSpecifiedName } from "../skill.ts";

/** Where a skill is installed from. */
export type SkillSource =
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "archive"; readonly path: string }
  | { readonly type: "git"; readonly url: string; readonly reference?: string; readonly subfolder?: string }
  | { readonly type: "url"; readonly url: string }
  /** An archive that a registry serves. The files of the skill are at its root. */
  | { readonly type: "snapshot"; readonly url: string; readonly name: string }
  | { readonly type: "registry"; readonly name: string };

/** Parses a source. Tries in order: an archive of a registry, a git address, another address, an existing path, a name in a registry. */
export async function parseSkillSource(text: string, base: string): Promise<SkillSource> {
  if (text.includes("\0") || text.trim() === "") throw unknownSource(text);
  const address = text.trim();
  if (address.startsWith(SNAPSHOT)) return snapshotSource(address);
  if (isGit(address)) return gitSource(address);
  if (/^https?:\/\//i.test(address)) return { type: "url", url: secureUrl(address) };
  const path = resolve(base, address);
  const info = await stat(path).catch(() => undefined);
  if (info?.isDirectory()) return { type: "folder", path };
  if (info?.isFile()) return { type: "archive", path };
  if (isSpecifiedName(address)) return { type: "registry", name: address };
  if (/^[./~]|\.(?:zip|tgz|tar\.gz)$|\/$/i.test(address)) throw missing(address);
  throw unknownSource(address);
}

const SNAPSHOT = "snapshot+";

/** The source of an archive whose root is the skill itself: `snapshot+address#name`. */
export function snapshotOf(url: string, name: string): string {
  return `${SNAPSHOT}${url}#${name}`;
}

function snapshotSource(address: string): SkillSource {
  const [url = "", name = ""] = address.slice(SNAPSHOT.length).split("#", 2);
  if (!/^https?:\/\//i.test(url) || !isSpecifiedName(name)) throw unknownSource(address);
  return { type: "snapshot", url: secureUrl(url), name };
}

const GIT = /^(?:git\+|ssh:\/\/|git@[\w.-]+:)|\.git(?:#|$)/;
const FORGE = /^https:\/\/(?:github\.com|gitlab\.com|codeberg\.org)\/[\w.-]+\/[\w.-]+\/?(?:#.*)?$/;

function isGit(address: string): boolean {
  return (
    (GIT.test(address) && /^(?:git\+)?(?:https?|ssh|file):\/\/|^git@/.test(address)) || FORGE.test(address)
  );
}

/**
 * Parses `address#reference:subfolder`; both are optional. Only https is accepted, and http on this machine: git runs in the sandbox,
 * without ssh keys and other folders.
 */
function gitSource(address: string): SkillSource {
  const [url = "", fragment = ""] = address.replace(/^git\+/, "").split("#", 2);
  const [reference = "", subfolder = ""] = fragment.split(":", 2);
  for (const part of [url, reference, subfolder]) {
    // git would read a value that starts with a dash as an option.
    if (part.startsWith("-") || containsControl(part)) throw unknownSource(address);
  }
  if (subfolder.split("/").includes("..") || subfolder.startsWith("/")) throw unknownSource(address);
  if (/^(?:ssh:|git@)/i.test(url))
    throw refusedGit(
      url,
      "git runs here without your ssh keys. Use its https address, or clone it and install the folder",
    );
  if (/^file:/i.test(url))
    throw refusedGit(url, "git does not see your folders here. Give the folder itself");
  const secure = secureUrl(url);
  if (new URL(secure).username !== "" || new URL(secure).password !== "")
    throw refusedGit(
      new URL(secure).host,
      "its address contains credentials, which would be stored. Clone it and install the folder",
    );
  return { type: "git", url: secure, ...(reference && { reference }), ...(subfolder && { subfolder }) };
}

function refusedGit(address: string, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot install from "${address.slice(0, 200)}": ${why}`);
}

function secureUrl(address: string): string {
  const url = URL.parse(address);
  const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
  if (url === null || (url.protocol !== "https:" && !loopback.test(url.hostname))) {
    throw new DejimaError(
      "invalid_input",
      `Cannot install from "${address.slice(0, 200)}": only https addresses are safe from changes on the way`,
    );
  }
  return url.href;
}

function missing(path: string): DejimaError {
  const reason = "the file or folder does not exist";
  return new DejimaError("invalid_input", `Cannot install from "${path.slice(0, 200)}": ${reason}`);
}

function unknownSource(text: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot install from "${text.slice(0, 200)}": give a folder, a zip or tar.gz file, a git or https address, or a name in the registry`,
  );
}
