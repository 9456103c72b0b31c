import { z } from "zod";
import type { StreamStep, Tool } from "../../../contract/tool.ts";
import { keepChanges } from "../../../sandbox/request/keep-changes.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { CodeRunner } from "./code-runner.ts";

const MAX_COMMAND = 100_000;

/** Runs a command line in the sandbox. */
export function createShell(code: CodeRunner): Tool {
  return defineTool({
    name: "shell",
    aliases: ["run_shell", "bash", "execute_command"],
    summary: "Run a shell command in a sandbox without network",
    description: `Runs one command line with sh inside the sandbox. The workspace is visible read-only; \`write: true\` makes it writable, and
then the result names what changed, and undoing the call puts the files back. There is no network but for \`hosts\`. Output over the limit ends the command.`,
    category: "code",
    risk: "medium",
    timeoutMs: code.timeoutMs,
    input: () =>
      z.object({
        command: z.string().min(1).max(MAX_COMMAND).describe("The command line, as for sh -c"),
        timeout: z
          .number()
          .positive()
          .max(3600)
          .optional()
          .describe("Seconds it may take; can only lower the configured limit"),
        write: z.boolean().default(false).describe("Let it change files of the workspace"),
        hosts: z
          .array(z.string().min(1).max(253))
          .max(20)
          .default([])
          .describe("Hosts that it may reach, by name"),
      }),
    effects: ({ command, write, hosts }) => [
      { kind: "command.run", target: command },
      { kind: "file.read", target: ".", mounted: true },
      ...(write ? [{ kind: "file.write" as const, target: "." }] : []),
      ...hosts.map((host) => ({ kind: "host.send" as const, target: `https://${host}/` })),
    ],
    async *run({ command, timeout, write, hosts }, { files, signal }): AsyncIterable<StreamStep> {
      const access = write ? "read-write" : "read-only";
      const masks = await files.masks([{ path: ".", access }]);
      const start = () =>
        code.run(["sh", "-c", command], {
          access,
          masks,
          hosts,
          signal,
          ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
        });
      yield* write ? keepChanges(files, ["."], start) : start();
    },
  });
}
