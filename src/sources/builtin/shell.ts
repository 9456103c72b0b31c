import { existsSync } from "node:fs";
import { z } from "zod";
import type { Mask } from "../../contract/data/file-access.ts";
import type { BoundSecret } from "../../contract/data/secret.ts";
import type { StreamStep, Tool } from "../../contract/tool.ts";
import { keepChanges, programSteps } from "../../sandbox/request/program-result.ts";
import type { Access, Sandbox } from "../../sandbox/sandbox.ts";
import { defineTool } from "../../tool/define-tool.ts";

const MAX_COMMAND = 100_000;

/** Runs a command line in the sandbox. */
export function createShell(code: CodeRunner): Tool {
  return defineTool({
    name: "shell",
    aliases: ["run_shell", "bash", "execute_command"],
    summary: "Run a shell command in a sandbox without network",
    description: `Runs one command line with sh inside the sandbox. The workspace is read-only; \`write: true\` makes it writable, and
then the result lists what changed, and undoing the call restores the files. Only \`hosts\` can be reached over the network. Output over the limit ends the command.`,
    category: "code",
    risk: "medium",
    returns: "{ exitCode: number; stdout: string; stderr: string; durationMs: number }",
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
          .describe("Hosts that the command may reach, by name"),
      }),
    effects: ({ command, write, hosts }) => [
      { kind: "command.run", target: command },
      { kind: "file.read", target: ".", mounted: true },
      ...(write ? [{ kind: "file.write" as const, target: "." }] : []),
      ...hosts.map((host) => ({ kind: "host.send" as const, target: `https://${host}/` })),
    ],
    async *run(
      { command, timeout, write, hosts },
      { files, environment, signal, callId },
    ): AsyncIterable<StreamStep> {
      const access = write ? "read-write" : "read-only";
      const masks = await files.masks([{ path: ".", access }]);
      const variables = environment.given();
      const start = () =>
        code.run(["sh", "-c", command], {
          access,
          workspace: files.workspace,
          masks,
          hosts,
          signal,
          environment: variables,
          user: { user: "shell", callId },
          ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
        });
      yield* write ? keepChanges(files, ["."], start) : start();
    },
  });
}

interface CodeOptions {
  /** Where it starts. */
  readonly workspace: string;
  readonly access: Access;
  readonly hosts: readonly string[];
  /** Parts of the workspace that it may not reach. */
  readonly masks: readonly Mask[];
  readonly signal: AbortSignal;
  /** Variables that it sees. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** The user of secrets, and the call. */
  readonly user: SecretUser;
}

interface SecretUser {
  readonly user: string;
  readonly callId: string;
}

/** Runs programs of the workspace in the sandbox and streams their output. */
export interface CodeRunner {
  /** How long a call may take: the limit of the sandbox, plus time to end the program. */
  readonly timeoutMs: number;
  run(argv: readonly string[], options: CodeOptions): AsyncIterable<StreamStep>;
}

interface CodeRunnerOptions {
  /** Paths of the workspace that programs must not see: those of Dejima. */
  readonly hidden: readonly string[];
  /** Paths of the workspace that programs may read but never change. */
  readonly sealed?: readonly string[];
  readonly timeoutMs: number;
  sandbox(): Promise<Sandbox>;
  /** The secrets that a user may use without seeing them. Omitted without a vault. */
  secretsFor?(user: SecretUser): Promise<readonly BoundSecret[]>;
}

const GRACE_MS = 5_000;

/** Creates the runner. The sandbox is opened for the first program. */
export function createCodeRunner({
  hidden,
  sealed = [],
  timeoutMs,
  sandbox,
  secretsFor,
}: CodeRunnerOptions): CodeRunner {
  return {
    timeoutMs: timeoutMs + GRACE_MS,
    async *run(argv, { access, workspace, masks, hosts, signal, environment, user, timeoutMs: requestedMs }) {
      const limits = { wallTimeMs: Math.min(requestedMs ?? timeoutMs, timeoutMs) };
      const run = (await sandbox()).start(argv, {
        workspace: { path: workspace, access },
        mounts: sealed
          .filter((path) => existsSync(path))
          .map((path) => ({ path, access: "read-only" as const })),
        hidden,
        masks,
        hosts,
        environment,
        secrets: await secretsFor?.(user),
        limits,
        signal,
      });
      yield* programSteps(run);
    },
  };
}
