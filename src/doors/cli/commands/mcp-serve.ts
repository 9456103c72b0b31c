import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { replaceFile } from "../../../config/write-config.ts";
import { DejimaError } from "../../../contract/error.ts";
import { accountHome } from "../../../support/account.ts";
import type { CommandContext } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { EXIT } from "../exit-code.ts";
import { flag, oneOf, wholeNumber } from "../fields.ts";
import { CLIENTS, clientFiles, withDejima } from "../mcp/clients.ts";
import { HTTP_DOOR_FIELDS, httpDoorOptions, PORTS } from "../other-doors.ts";
import { confirm } from "../terminal/confirm.ts";

const MODES = ["auto", "full", "search"] as const;
const BUILTINS = ["few", "all"] as const;

const mcpServe = defineCommand({
  path: ["mcp", "serve"],
  group: "Add MCP servers, and serve as one",
  summary: "Be an MCP server: all tools and skills behind this gate, over stdio or, with --port, over HTTP",
  input: z.object({
    port: wholeNumber("serve Streamable HTTP at /mcp on this port; 0 takes any", PORTS),
    ...HTTP_DOOR_FIELDS,
    mode: oneOf(MODES, "mode", "full lists every tool, search lists a search, auto chooses"),
    builtins: oneOf(BUILTINS, "which", "built-in tools to list: few (skills and search) or all"),
  }),
  examples: ["dejima mcp serve", "dejima mcp serve --port 7789 --mode search"],
  async run({ runtime, output, signal, doors }, given) {
    const { mode = "auto", builtins, port } = given;
    if (port === undefined) {
      await doors.serveMcpStdio({ runtime: await runtime(), mode, builtins, signal });
      return 0;
    }
    const door = httpDoorOptions({ ...given, port }, output);
    const server = await doors.serveMcpHttp({ runtime: await runtime(), mode, builtins, ...door });
    output.data({ url: server.url }, () => `Serving MCP on ${server.url} (Ctrl-C stops it)`);
    if (!signal.aborted) await once(signal, "abort");
    await server.close();
    return 0;
  },
});

const mcpInstall = defineCommand({
  path: ["mcp", "install"],
  summary: "Make Dejima an MCP server of Claude, Cursor or VS Code; shows the change first",
  input: z.object({
    client: z.enum(CLIENTS, `there are ${CLIENTS.join(", ")}`),
    user: flag("for everything you do, not only for this folder"),
    yes: flag("write it without asking"),
  }),
  arguments: ["client"],
  examples: ["dejima mcp install claude", "dejima mcp install cursor --user --yes"],
  async run(context, { client, ...options }) {
    const { cwd, output, settings } = context;
    const [project = "", user = ""] = clientFiles(client, {
      cwd,
      home: accountHome() ?? cwd,
      platform: process.platform,
    });
    const file = options.user ? user : project;
    const before = await readFile(file, "utf8").catch((error) => {
      if (error.code === "ENOENT") return "";
      throw new DejimaError(
        "io_error",
        `Cannot read "${file}": ${error.message}`,
        { file },
        { cause: error },
      );
    });
    const config = (await settings()).file;
    const own = [process.execPath, process.argv[1] ?? "dejima"];
    const after = withDejima(before, client, [
      ...own,
      ...(config === undefined ? [] : ["--config", config]),
      "mcp",
      "serve",
    ]);
    const { createTwoFilesPatch } = await import("diff");
    const change = createTwoFilesPatch(file, file, before, after, "now", "then");
    if (before === after) {
      output.data({ file, changed: false }, () => `${file} has it already.`);
      return EXIT.done;
    }
    if (options.yes || context.interactive) output.note(change);
    if (options.yes || (await agrees(context, file))) {
      await mkdir(dirname(file), { recursive: true });
      await replaceFile(file, after);
      output.data({ file, changed: true }, () => `Wrote ${file}. Start ${client} anew to use it.`);
    } else {
      output.data({ file, changed: false, change }, () => `${change}\nNothing was written; --yes writes it.`);
      return EXIT.denied;
    }
    return EXIT.done;
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpServe, mcpInstall];

async function agrees(context: CommandContext, file: string): Promise<boolean> {
  return context.interactive && confirm(context, `Write ${file}?`);
}
