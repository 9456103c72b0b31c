import { isReservedName, SERVER_MARK } from "../../../contract/tool-family.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { skeleton } from "../../../text/fold.ts";

/** A tool by its origin. */
interface NamedTool {
  readonly server: string;
  readonly tool: string;
  /** Always prefixed with the server's name. */
  readonly prefixed: boolean;
}

export interface AssignedName {
  readonly name: string;
  /** The prefixed name, if it differs from the name. */
  readonly aliases: readonly string[];
}

const MAX_LENGTH = 64;

/**
 * Gives each tool the name that models call. It is the server's own, unless another tool has the same or a
 * confusable name, or it looks like a tool of another server or of a built-in family: then it gets its
 * server's name as a prefix. The result does not depend on the order.
 */
export function nameTools(tools: readonly NamedTool[], taken: Iterable<string>): AssignedName[] {
  const used = new Map<string, number>();
  const count = (name: string) => used.set(folded(name), (used.get(folded(name)) ?? 0) + 1);
  for (const name of taken) count(name);
  for (const { tool } of tools) count(tool);
  const usedNames = new Set<string>(taken);
  return tools.map(({ server, tool, prefixed }) => {
    const long = unique(prefixedName(server, tool), usedNames);
    const short = callable(tool);
    const free = used.get(folded(tool)) === 1 && short === tool && !usedNames.has(short);
    const own = free && !prefixed && !isReservedName(short);
    usedNames.add(long);
    if (!own) return { name: long, aliases: [] };
    usedNames.add(short);
    return { name: short, aliases: [long] };
  });
}

/**
 * The separator between server and tool occurs once in a name, so that no tool can pass for one of another
 * server.
 */
function prefixedName(server: string, tool: string): string {
  const plain = tool
    .replace(/[^A-Za-z0-9_-]/g, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^_+/, "");
  if (plain === tool) return callable(`${server}${SERVER_MARK}${tool}`);
  return callable(`${server}${SERVER_MARK}${plain.slice(0, 40) || "tool"}_${sha256(tool).slice(0, 8)}`);
}

/** Names that look alike fold to one: case, separators, width and script make no difference. */
function folded(name: string): string {
  return skeleton(name).text.replace(/[\s._/-]+/g, "");
}

/** A name that every model provider accepts. If it was changed or cut, a hash makes it unique. */
function callable(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^[^A-Za-z_]/, "_");
  if (plain === name && name.length <= MAX_LENGTH && name !== "") return name;
  return `${plain.slice(0, MAX_LENGTH - 9)}_${sha256(name).slice(0, 8)}`;
}

function unique(name: string, used: ReadonlySet<string>): string {
  let candidate = name;
  for (let index = 2; used.has(candidate); index++) candidate = `${name.slice(0, MAX_LENGTH - 4)}_${index}`;
  return candidate;
}
