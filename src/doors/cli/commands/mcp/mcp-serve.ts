import { once } from "node:events";
import { z } from "zod";
import { defineCommand } from "../../define-command.ts";
import { oneOf, wholeNumber } from "../../input/fields.ts";
import { HTTP_DOOR_FIELDS, httpDoorOptions, PORTS } from "../../other-doors.ts";

const MODES = ["auto", "full", "search"] as const;
const BUILTINS = ["few", "all"] as const;

const mcpServe = defineCommand({
  path: ["mcp", "serve"],
  group: "Add MCP servers, or serve as one",
  summary: "Be an MCP server: all tools and skills behind this gate, over stdio or, with --port, over HTTP",
  input: z.object({
    port: wholeNumber("serve Streamable HTTP at /mcp on this port; 0 takes any", PORTS),
    ...HTTP_DOOR_FIELDS,
    mode: oneOf(MODES, "mode", "full lists every tool, search lists a search, auto chooses"),
    builtins: oneOf(BUILTINS, "which", "built-in tools to list: few (skills and search) or all"),
  }),
  examples: ["dejima mcp serve", "dejima mcp serve --port 7789 --mode search"],
  async run(context, input) {
    const { output, signal, doors } = context;
    const { mode = "auto", builtins, port } = input;
    const runtime = await context.runtime();
    const { followConfig } = await import("../../follow-config.ts");
    const unfollow = await followConfig(context, runtime, {
      command: "dejima mcp serve",
      print: output.note,
    });
    if (port === undefined) await doors.serveMcpStdio({ runtime, mode, builtins, signal });
    else {
      const door = httpDoorOptions({ ...input, port }, output);
      const server = await doors.serveMcpHttp({ runtime, mode, builtins, ...door });
      output.data({ url: server.url }, () => output.say`Serving MCP on ${server.url} (Ctrl-C stops it)`);
      if (!signal.aborted) await once(signal, "abort");
      await server.close();
    }
    unfollow();
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpServe];
