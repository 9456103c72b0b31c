import type { Effect } from "../contract/effect.ts";
import type { Role } from "../contract/flow.ts";
import type { Tool } from "../contract/tool.ts";
import { isRecord } from "../text/record.ts";
import { roleOf } from "../tool/role-of.ts";

/** A call whose arguments the gate explains. */
export interface ExplainedCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly effects: readonly Effect[];
}

/** One value of an input, with its role. */
export interface Leaf {
  readonly path: string;
  readonly argument: string;
  readonly value: string;
  readonly role: Role;
}

const MOST_LEAVES = 300;

/** The texts, numbers and switches of an input, each with its role. Returns `undefined` if there are too many. */
export function leavesOf({ tool, input }: Omit<ExplainedCall, "effects">): Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const schema = tool.input.toJsonSchema();
  const { properties } = schema as { properties?: unknown }; // a JSON Schema may contain anything
  let schemaText: string | undefined;
  // Most names are properties of the input itself. Only other names require a search of the whole schema.
  const isDeclared = (key: string) => {
    if (isRecord(properties) && Object.hasOwn(properties, key)) return true;
    schemaText ??= JSON.stringify(schema);
    return schemaText.includes(JSON.stringify(key));
  };
  const pending: { path: string; argument: string; value: unknown; above?: Role }[] = [
    { path: "", argument: "", value: input },
  ];
  for (let nodes = 0; pending.length > 0; nodes++) {
    const next = pending.pop();
    if (nodes > MOST_LEAVES * 2 || next === undefined) return undefined;
    const { path, argument, value, above } = next;
    if (value === null || value === undefined || value === "") continue;
    const own = argument === "" ? undefined : roleOf(tool, argument, value);
    const role = above === "destination" || above === "code" ? above : own;
    if (typeof value !== "object") {
      leaves.push({ path, argument, value: String(value), role: role ?? "authority" });
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      const place = path === "" ? key : `${path}.${key}`;
      const isName = Array.isArray(value) || isDeclared(key);
      // A name that the schema does not declare is text from an unknown author.
      if (!isName) leaves.push({ path: place, argument: place, value: key, role: "authority" });
      pending.push({
        path: place,
        argument: Array.isArray(value) ? argument : key,
        value: inner,
        ...(role === undefined ? {} : { above: role }),
      });
    }
  }
  return leaves.length > MOST_LEAVES ? undefined : leaves.reverse();
}
