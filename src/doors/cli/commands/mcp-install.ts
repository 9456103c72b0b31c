import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { replaceFile } from "../../../config/write-config.ts";
import { DejimaError } from "../../../contract/error.ts";
import { accountHome } from "../../../support/account.ts";
import type { CommandContext } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { EXIT } from "../exit-code.ts";
import { flag, oneOf } from "../fields.ts";
import { CLIENTS, type ClientName, clientFile, placeOf } from "../mcp/client-places.ts";
import { withDejima, withoutDejima } from "../mcp/edit-client-config.ts";
import { confirm } from "../terminal/confirm.ts";

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
      ...[process.execPath, process.argv[1] ?? "dejima"],
      ...(config === undefined ? [] : ["--config", config]),
      ...["mcp", "serve"],
      ...(builtins === undefined ? [] : ["--builtins", builtins]),
    ];
    return change(context, { client, ...options }, (text) => withDejima(text, client, command));
  },
});

const mcpUninstall = defineCommand({
  path: ["mcp", "uninstall"],
  summary: "Remove Dejima from the MCP servers of a client; shows the change first",
  input: z.object(fields),
  arguments: ["client"],
  examples: ["dejima mcp uninstall claude", "dejima mcp uninstall codex --user --yes"],
  run: (context, given) => change(context, given, (text) => withoutDejima(text, given.client)),
});

/** The commands of this file. */
export const COMMANDS = [mcpInstall, mcpUninstall];

interface Chosen {
  readonly client: ClientName;
  readonly user: boolean;
  readonly yes: boolean;
}

/** Changes the file in which a client keeps its servers, once the person has seen the change. */
async function change(
  context: CommandContext,
  { client, user, yes }: Chosen,
  edit: (text: string) => string,
): Promise<number> {
  const { cwd, output } = context;
  const file = clientFile(client, { cwd, home: accountHome() ?? cwd, platform: process.platform, user });
  const before = await readText(file);
  const after = edit(before);
  if (before === after) {
    output.data({ file, changed: false }, () => `${file} needs no change.`);
    return EXIT.done;
  }
  const { createTwoFilesPatch } = await import("diff");
  const difference = createTwoFilesPatch(file, file, before, after, "now", "then");
  if (yes || context.interactive) output.note(difference);
  if (!yes && !(context.interactive && (await confirm(context, `Write ${file}?`)))) {
    output.data(
      { file, changed: false, change: difference },
      () => `${difference}\nNothing was written; --yes writes it.`,
    );
    return EXIT.denied;
  }
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, after);
  output.data({ file, changed: true }, () => `Wrote ${file}. Restart ${placeOf(client).title} to use it.`);
  return EXIT.done;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if ("code" in cause && cause.code === "ENOENT") return "";
    throw new DejimaError("io_error", `Cannot read "${file}": ${cause.message}`, { file }, { cause });
  }
}
