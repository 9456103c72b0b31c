import type { CallToolResult } from "@modelcontextprotocol/client";
import type { SetApartChanges } from "../../../contract/data/file-access.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Flow } from "../../../contract/flow.ts";
import type { Risk, Tool } from "../../../contract/tool.ts";
import { withoutWords } from "../../../contract/words/error-author.ts";
import { describeSetApart } from "../../../sandbox/request/program-result.ts";
import { defined } from "../../../support/defined.ts";
import { flowOf, namesAction } from "../../../tool/flow-of.ts";
import { jsonSchemaInput } from "../../../tool/json-schema-input.ts";
import type { ToolRegistry } from "../../../tool/tool-registry.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import { interfaceUri, mayCall } from "../interface/interface-meta.ts";
import type { ServerEntry } from "../server-entry.ts";
import type { ServerSettings } from "../server-settings.ts";
import { plainText, summaryOf, type ToolDefinition } from "../tool-definition.ts";
import { sendsNothing, serverEffects } from "./server-effects.ts";
import { type AssignedName, nameTools } from "./tool-names.ts";

// The protocol's own name. Its library is loaded only once a server is used.
const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";

const MAX_SUMMARY = 80;
const MAX_DESCRIPTION = 10_000;

/**
 * A tool of an MCP server as a tool of Dejima: judged, recorded and bounded like every other. Its text is
 * untrusted.
 */
function createMcpTool(
  definition: ToolDefinition,
  { name, aliases, connection }: AssignedName & { connection: ServerConnection },
): Tool {
  const { settings } = connection;
  const { inputSchema, outputSchema, description = "", title = "", annotations } = definition;
  const text = plainText(description === "" ? title : description, MAX_DESCRIPTION);
  return {
    name,
    aliases,
    version: "1.0.0",
    summary: summaryOf(text === "" ? `${definition.name} of ${settings.name}` : text, MAX_SUMMARY),
    description: `[MCP server ${settings.name}] ${text}`,
    category: "mcp",
    risk: riskOf(definition, settings),
    flow: flowOf({
      name: definition.name,
      source: "mcp",
      category: "mcp",
      flow: {
        ...(sendsNothing(settings, definition.name) ? { sends: "nothing" } : {}),
        ...changesOf(definition),
      },
    }),
    source: "mcp",
    origin: settings.name,
    ...callersOf(definition),
    dependsOn: [],
    timeoutMs: settings.startTimeoutMs + settings.timeoutMs,
    input: jsonSchemaInput(inputSchema),
    ...defined({ output: outputSchema, skill: settings.skill, interface: interfaceUri(definition) }),
    effects: (input) => serverEffects(settings, { tool: definition.name, input }),
    async run(input, context) {
      const { signal, userId: user, progress, dialogue } = context;
      let changes: SetApartChanges = {};
      const calling = connection.call({
        tool: definition.name,
        input: input as Record<string, unknown>, // the schema's root is an object, as the protocol requires
        signal,
        user,
        repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
        onProgress: progress,
        onAnswered: context.answered,
        unchecked: outputSchema === undefined,
        dialogue,
        follow(watch) {
          const settle = context.files.follow(watch);
          return async () => {
            changes = await settle();
          };
        },
      });
      const result = await calling.catch((error) => {
        if (!(error instanceof DejimaError)) throw error;
        throw new DejimaError(error.code, error.message, { ...error.details, ...describeSetApart(changes) });
      });
      return resultOutput(result, { server: settings.name, tool: definition.name, changes });
    },
  };
}

/** Who may call a tool, if its server restricts it. */
function callersOf(definition: ToolDefinition): Pick<Tool, "callers"> {
  const callers = [
    ...(mayCall(definition, "model") ? (["model"] as const) : []),
    ...(mayCall(definition, "app") ? (["interface"] as const) : []),
  ];
  return callers.length === 2 ? {} : { callers };
}

/**
 * What a tool changes, by the server's hints. Its definition is pinned: a changed hint has to be reviewed. A
 * read-only hint is ignored if the tool's name says otherwise.
 */
function changesOf({ name, annotations }: ToolDefinition): Partial<Flow> {
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  if (destructiveHint === true) return { changes: "for good" };
  return readOnlyHint === true && !namesAction(name) ? { changes: "nothing" } : {};
}

/**
 * The risk of a tool. The user's setting wins. Otherwise a tool is `medium`, and its server's hints can only
 * raise that: an untrusted claim that a tool is harmless does not lower it.
 */
export function riskOf({ name, annotations }: ToolDefinition, { risk }: Pick<ServerSettings, "risk">): Risk {
  const set = typeof risk === "object" ? (Object.hasOwn(risk, name) ? risk[name] : risk["*"]) : risk;
  if (set !== undefined) return set;
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  if (readOnlyHint === true) return "medium";
  return destructiveHint === true || openWorldHint === true ? "high" : "medium";
}

/**
 * The output of a call: the text itself if the response is a single text, else the whole response, so that
 * images, resources and structured content stay unchanged. A response that reports a failure is thrown, with
 * its content as details.
 */
export function resultOutput(
  result: CallToolResult,
  { server, tool, changes = {} }: { server: string; tool: string; changes?: SetApartChanges },
): unknown {
  const { structuredContent, isError } = result;
  const apart = describeSetApart(changes);
  const hasExtra = Object.keys(apart).length > 0;
  // Also as text, because every kind of caller passes on texts.
  const content = [...(result.content ?? []), ...(hasExtra ? [textOf(apart)] : [])];
  const _meta = ownMeta(result);
  if (isError === true) {
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    throw new DejimaError("exit_nonzero", text === "" ? withoutWords(tool, server) : text, {
      server,
      tool,
      content,
      ...defined({ structuredContent, _meta }),
      ...apart,
    });
  }
  const [only] = content;
  const plain =
    content.length === 1 &&
    only?.type === "text" &&
    only.annotations === undefined &&
    only._meta === undefined;
  if (plain && structuredContent === undefined && _meta === undefined) return only.text;
  return {
    content,
    ...defined({ structuredContent, _meta }),
    ...apart,
  };
}

function textOf(apart: object): CallToolResult["content"][number] {
  return { type: "text", text: `[Dejima] ${JSON.stringify(apart)}` };
}

/**
 * The metadata that the server adds to a response, without its own identity, which is known, and without what
 * only Dejima says: that a call waits, failed or was shortened.
 */
function ownMeta({ _meta = {} }: CallToolResult): CallToolResult["_meta"] {
  const rest = Object.entries(_meta).filter(([key]) => key !== SERVER_INFO_KEY && !key.startsWith("dejima/"));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** A registered tool, and its origin. */
export interface RegisteredTool {
  readonly server: string;
  readonly definition: ToolDefinition;
}

/** Registers every usable tool under an unambiguous name. Returns them by name. */
export function registerTools(
  entries: Iterable<ServerEntry>,
  registry: ToolRegistry,
  reserved: readonly string[],
): Map<string, RegisteredTool> {
  const found = [...entries].flatMap(({ connection, split }) =>
    split.usable.map((definition) => ({ connection, definition })),
  );
  const taken = registry.list().flatMap(({ name, aliases }) => [name, ...aliases]);
  const names = nameTools(
    found.map(({ connection: { settings }, definition }) => ({
      server: settings.name,
      tool: definition.name,
      prefixed: settings.prefix,
    })),
    [...taken, ...reserved],
  );
  return new Map(
    found.flatMap(({ connection, definition }, index) => {
      const naming = names[index];
      if (naming === undefined) return [];
      registry.register(createMcpTool(definition, { ...naming, connection }));
      return [[naming.name, { server: connection.settings.name, definition }] as const];
    }),
  );
}
