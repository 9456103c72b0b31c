import { sha256 } from "../../../support/sha256.ts";
import { skeleton } from "../../../text/fold.ts";

/** A tool by where it comes from. */
export interface NamedTool {
  readonly server: string;
  readonly tool: string;
  /** Always with the server's name. */
  readonly prefixed: boolean;
}

export interface GivenName {
  readonly name: string;
  /** The name with the server before it, where that is not the name itself. */
  readonly aliases: readonly string[];
}

const MAX_LENGTH = 64;

/**
 * Gives each tool the name that models call. It is the server's own, unless another tool has that name or one that could be taken
 * for it: then every one of them carries its server's name. The outcome does not depend on the order.
 */
export function nameTools(tools: readonly NamedTool[], taken: Iterable<string>): GivenName[] {
  const used = new Map<string, number>();
  const count = (name: string) => used.set(folded(name), (used.get(folded(name)) ?? 0) + 1);
  for (const name of taken) count(name);
  for (const { tool } of tools) count(tool);
  const given = new Set<string>(taken);
  return tools.map(({ server, tool, prefixed }) => {
    const long = unique(callable(`${server}__${tool}`), given);
    const short = callable(tool);
    const own = !prefixed && used.get(folded(tool)) === 1 && short === tool && !given.has(short);
    given.add(long);
    if (!own) return { name: long, aliases: [] };
    given.add(short);
    return { name: short, aliases: [long] };
  });
}

/** Names that look alike fold to one: case, separators, width and script make no difference. */
function folded(name: string): string {
  return skeleton(name).text.replace(/[\s._/-]+/g, "");
}

/** A name that every model provider takes; what was changed or cut is told apart by a hash. */
function callable(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^[^A-Za-z_]/, "_");
  if (plain === name && name.length <= MAX_LENGTH && name !== "") return name;
  return `${plain.slice(0, MAX_LENGTH - 9)}_${sha256(name).slice(0, 8)}`;
}

function unique(name: string, given: ReadonlySet<string>): string {
  let candidate = name;
  for (let index = 2; given.has(candidate); index++) candidate = `${name.slice(0, MAX_LENGTH - 4)}_${index}`;
  return candidate;
}
