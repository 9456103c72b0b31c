import { z } from "zod";
import { changeClientFile } from "../../change-client-file.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { flag, oneOf } from "../../input/fields.ts";
import { CLIENTS, type ClientName, clientFile, placeOf } from "../../mcp/client-places.ts";
import { withDejima, withoutDejima } from "../../mcp/edit-client-config.ts";

const fields = {
  client: z.enum(CLIENTS, `there are ${CLIENTS.join(", ")}`),
  user: flag("for everything you do, not only for this folder"),
  yes: flag("write it without asking"),
};

const mcpInstall = defineCommand({
  path: ["mcp", "install"],
  summary:
    "Make Dejima an MCP server of Claude Code, Cursor, VS Code, Codex and others; shows the change first",
  input: z.object({
    ...fields,
    builtins: oneOf(["few", "all"], "which", "built-in tools that the client is listed: few or all"),
  }),
  arguments: ["client"],
  examples: ["dejima mcp install claude", "dejima mcp install codex --user --yes"],
  async run(context, { client, builtins, ...options }) {
    const config = (await context.settings()).file;
    const command = [
      ...context.program,
      ...(config === undefined ? [] : ["--config", config]),
      ...["mcp", "serve"],
      ...(builtins === undefined ? [] : ["--builtins", builtins]),
    ];
    return change(context, { client, ...options }, (text) => withDejima(text, placeOf(client), command));
  },
});

const mcpUninstall = defineCommand({
  path: ["mcp", "uninstall"],
  summary: "Remove Dejima from the MCP servers of a client; shows the change first",
  input: z.object(fields),
  arguments: ["client"],
  examples: ["dejima mcp uninstall claude", "dejima mcp uninstall codex --user --yes"],
  run: (context, input) => change(context, input, (text) => withoutDejima(text, placeOf(input.client))),
});

/** The commands of this file. */
export const COMMANDS = [mcpInstall, mcpUninstall];

interface Chosen {
  readonly client: ClientName;
  readonly user: boolean;
  readonly yes: boolean;
}

/** Changes the file that contains a client's servers. */
function change(
  context: CommandContext,
  { client, user, yes }: Chosen,
  edit: (text: string) => string,
): Promise<number> {
  const { cwd, accountHome: home } = context;
  const file = clientFile(client, { cwd, home, platform: process.platform, user });
  return changeClientFile(context, { file, title: placeOf(client).title, yes }, edit);
}
