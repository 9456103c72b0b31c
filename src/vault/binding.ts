import { BUILTIN_TOOLS, type SecretBinding, type SecretUse } from "../contract/data/secret.ts";
import { coversHost, readHostPattern } from "../support/network/host-pattern.ts";

/** Spellings of a path that a server may interpret differently than we do. */
const DOUBTFUL_PATH = /%2f|%5c|%2e|%25|%00|%c0|%c1|%ef%bc|\\|\/\/|;/i;

/** Why a request does not match the binding of a secret. Returns `undefined` if it does. */
export function refusalOf(binding: SecretBinding, { url, method, place }: SecretUse): string | undefined {
  const { protocol, hostname, port, pathname, host } = new URL(url);
  if (protocol !== "https:") return "a secret is sent over https only";
  const number = Number(port || 443);
  const isBound = binding.hosts.some((text) => {
    const pattern = readHostPattern(text);
    return pattern !== undefined && coversHost(pattern, hostname) && (pattern.port ?? 443) === number;
  });
  if (!isBound) return `it is not bound to the host ${host}`;
  if (!binding.methods.includes("*") && !binding.methods.includes(method))
    return `it is not bound to ${method}`;
  if (!coversPath(binding.paths, pathname)) return `it is not bound to the path ${pathname.slice(0, 200)}`;
  return binding.places.includes(place) ? undefined : `it may not be put into the ${place}`;
}

/**
 * Whether a user may use a secret at all. `builtin` covers names of tools, never a skill, server, API or
 * database.
 */
export function isBoundTo({ tools }: SecretBinding, user: string): boolean {
  return tools.includes(user) || (!user.includes(":") && tools.includes(BUILTIN_TOOLS));
}

function coversPath(patterns: readonly string[], path: string): boolean {
  if (patterns.includes("/**")) return true;
  return !DOUBTFUL_PATH.test(path) && patterns.some((pattern) => matches(pattern, path));
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const segments = path.split("/");
  const open = wanted.at(-1) === "**";
  if (open ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every(
    (part, at) => (open && at === wanted.length - 1) || part === "*" || part === segments[at],
  );
}
