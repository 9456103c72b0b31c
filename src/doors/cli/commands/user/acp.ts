import { z } from "zod";
import { changeClientFile } from "../../change-client-file.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { flag } from "../../input/fields.ts";
import { EDITORS, editorConfig } from "../../mcp/editor-places.ts";

const acp = defineCommand({
  path: ["acp"],
  group: "Use the agent in an editor: Zed, JetBrains, Neovim and others with ACP",
  summary: "Be an ACP agent over stdio, for editors; each folder that is opened there has its own config",
  input: z.object({}),
  examples: ["dejima acp"],
  async run({ doors, signal, output, stdin, stdout, openFolder }) {
    if (stdin.isTTY === true)
      output.note(
        output.say(
          "Waiting for an editor on stdin (Ctrl-C stops it). `dejima acp install zed` makes an editor start it",
        ),
      );
    await doors.serveAcp({
      open: openFolder,
      signal,
      input: stdin,
      output: stdout,
      onFault: (error) =>
        output.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
    return 0;
  },
});

const fields = {
  editor: z.enum(EDITORS, `there are ${EDITORS.join(", ")}`),
  yes: flag("write it without asking"),
};

const acpInstall = defineCommand({
  path: ["acp", "install"],
  summary: "Make Dejima an agent of Zed, JetBrains or Neovim; shows the change first",
  input: z.object(fields),
  arguments: ["editor"],
  examples: ["dejima acp install zed", "dejima acp install jetbrains --yes"],
  async run(context, { editor, yes }) {
    const { file, title, install, next } = editorConfig(editor, machine(context));
    const { named, file: config = "" } = await context.settings();
    const command = [...context.program, ...(named === true ? ["--config", config] : []), "acp"];
    const code = await changeClientFile(context, { file, title, yes }, (text) => install(text, command));
    if (code === EXIT.done && next !== undefined) context.output.note(next);
    return code;
  },
});

const acpUninstall = defineCommand({
  path: ["acp", "uninstall"],
  summary: "Remove Dejima from the agents of an editor; shows the change first",
  input: z.object(fields),
  arguments: ["editor"],
  examples: ["dejima acp uninstall zed"],
  async run(context, { editor, yes }) {
    const { file, title, uninstall } = editorConfig(editor, machine(context));
    return changeClientFile(context, { file, title, yes }, uninstall);
  },
});

/** The commands of this file. */
export const COMMANDS = [acp, acpInstall, acpUninstall];

function machine({ accountHome }: CommandContext) {
  return { home: accountHome, platform: process.platform };
}
