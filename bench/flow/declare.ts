import type { JsonSchema } from "../../src/contract/data/json-schema.ts";
import type { Effect } from "../../src/contract/effect.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { snakeName } from "../../src/text/snake-name.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { namesAction } from "../../src/tool/flow-of.ts";
import type { Suite } from "./suite.ts";

/** How the tools of a suite are declared: by an author with care, or as an MCP server with hints declares its own. */
export type Declared = "custom" | "mcp";

const READS = /(?:^|_)(?:get|read|search|list|find|check|view|show|lookup|fetch|query|count)_/;
const CLOCK = /^get_current_(?:day|date|time)$/;
const RECEIVERS = /^(?:recipients?|to|cc|bcc|participants|email|user_email|emails)$/;

const MAX_NAME = 64;

type Input = Readonly<Record<string, unknown>>;
type Recorded = Suite["tools"][number];

/** Whether a recorded call only reads. Visiting a page counts as acting, because its address can carry data. */
export function onlyReads(name: string, input: Input): boolean {
  return looks(name) && !("url" in input);
}

/** Whether a tool looks something up, by its name. Services put their own before the verb. */
function looks(name: string): boolean {
  return READS.test(snakeName(name)) && !namesAction(name);
}

/** The name under which a recorded tool is registered: some have the names of built-in tools. */
export function givenName({ suite }: Suite, name: string): string {
  return `${suite}_${snakeName(name)}`.slice(0, MAX_NAME);
}

/** Declares the tools of any suite from their names and schemas alone; `answer` gives the recorded output of the next call. */
export function declareTools(
  suite: Suite,
  { declared, allowed }: { declared: Declared; allowed: boolean },
  answer: () => unknown,
): Tool[] {
  return suite.tools.map((tool) => {
    const reads = looks(tool.name);
    const opensPages = "url" in propertiesOf(tool);
    const mcp = declared === "mcp";
    return defineTool({
      name: givenName(suite, tool.name),
      summary: tool.description.slice(0, 78).padEnd(12, "."),
      description: tool.description,
      category: mcp ? "mcp" : "custom",
      risk: reads || allowed ? "low" : "medium",
      input: tool.schema,
      ...(mcp ? { source: "mcp" as const, origin: suite.suite } : {}),
      flow: {
        ...(CLOCK.test(tool.name) ? { output: "trusted" as const } : {}),
        ...(reads && !CLOCK.test(tool.name) ? { output: "untrusted" as const } : {}),
        ...(reads && mcp ? { changes: "nothing" as const } : {}),
        ...(reads && !opensPages && !mcp ? { sends: "nothing" as const } : {}),
      },
      effects: (input) =>
        mcp ? serverEffects(suite, tool, input as Input) : effectsOf(tool, input as Input),
      run: answer,
    });
  });
}

function effectsOf(tool: Recorded, input: Input): Effect[] {
  const reads = looks(tool.name);
  if (typeof input.url === "string") {
    const target = /^https?:/.test(input.url) ? input.url : `https://${input.url}`;
    return [{ kind: reads ? "host.read" : "host.send", target }];
  }
  if (reads) return [];
  const receivers = Object.entries(input)
    .filter(([name]) => RECEIVERS.test(name) || (name === "channel" && tool.name.includes("message")))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === "string");
  if ("amount" in input)
    return [{ kind: "money.spend", target: `${input.amount} to ${receivers.join(", ")}` }];
  return receivers.map((target) => ({ kind: "message.send", target }));
}

function serverEffects({ suite }: Suite, { name }: Recorded, input: Input): Effect[] {
  const query = new URLSearchParams({ tool: name, input: JSON.stringify(input) });
  return [{ kind: "host.send", target: `mcp://${suite}/?${query}`, server: "added" }];
}

function propertiesOf({ schema }: Recorded): Readonly<Record<string, unknown>> {
  const { properties } = schema as { properties?: Record<string, JsonSchema> }; // recorded schemas are objects
  return properties ?? {};
}
