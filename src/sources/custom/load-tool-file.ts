import { readFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { defineTool, type JsonToolDefinition } from "../../tool/define-tool.ts";
import { flowOf } from "../../tool/flow-of.ts";

/** The tools of a loaded file. */
export interface LoadedFile {
  readonly hash: string;
  readonly tools: readonly Tool[];
}

/**
 * Imports a file and returns the tools that it exports: made with `defineTool`, or plain objects of the same shape. `origin` names
 * their source. The hash of the content is part of the address, so that a changed file is imported again.
 */
export async function loadToolFile(file: string, origin: string): Promise<LoadedFile> {
  const hash = sha256(await readFile(file));
  const exported: Record<string, unknown> = await import(`${pathToFileURL(file).href}?content=${hash}`).catch(
    (cause) => {
      throw refused(origin, `it does not run: ${thrownText(cause)}`);
    },
  );
  const tools = Object.values(exported)
    .flat()
    .filter(looksLikeTool)
    .map((definition) => ({ ...toTool(definition, origin), source: "custom" as const, origin }));
  if (tools.length === 0)
    throw refused(origin, "it exports no tool. Add one: `export default defineTool({…})`");
  return { hash, tools: [...new Map(tools.map((tool) => [tool.name, tool])).values()] };
}

type Definition = Tool | JsonToolDefinition;

function looksLikeTool(value: unknown): value is Definition {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "run" in value &&
    typeof value.run === "function"
  );
}

function toTool(definition: Definition, origin: string): Tool {
  // A tool made with an older version has no `flow`.
  if (isTool(definition)) return { ...definition, flow: flowOf({ ...definition, source: "custom" }) };
  const { name, summary, risk = "medium", input } = definition;
  for (const [field, value] of Object.entries({ summary, input }))
    if (value === undefined) throw refused(origin, `the tool "${name}" has no ${field}`);
  return defineTool({ ...definition, risk });
}

function isTool(definition: Definition): definition is Tool {
  return (
    typeof definition.input === "object" && "parse" in definition.input && "toJsonSchema" in definition.input
  );
}

function refused(file: string, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot load the tools of ${file}: ${why}`, { file });
}

/**
 * Lets the files of a folder import `dejima` and `zod`, wherever the folder is: both resolve to the copies that this process uses. Other
 * imports, and imports of other files, resolve as before.
 */
export function resolveOwnPackages(folder: string, own: Readonly<Record<string, string>>): { stop(): void } {
  const inside = `${pathToFileURL(folder).href}/`;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const ours = context.parentURL?.startsWith(inside) === true && Object.hasOwn(own, specifier);
      return next(ours ? (own[specifier] ?? specifier) : specifier, context);
    },
  });
  return { stop: () => hooks.deregister() };
}
