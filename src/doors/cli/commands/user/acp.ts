import { z } from "zod";
import { defineCommand } from "../../define-command.ts";

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

/** The commands of this file. */
export const COMMANDS = [acp];
