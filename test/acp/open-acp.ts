import { once } from "node:events";
import { serveAcp } from "../../src/doors/acp/serve-acp.ts";
import type { CommandLine } from "../agent/command-line.ts";
import type { TalkingCommand } from "../support/run-cli.ts";

export interface AcpOptions {
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  /** Starts a process, as editors do. Otherwise the command runs here, without the start. */
  readonly asProcess?: boolean;
}

/** `dejima acp`, and a way to end it as a crash would if it is a process. */
export function openAcp(
  cli: CommandLine,
  { env = {}, args = [], asProcess = false }: AcpOptions,
): TalkingCommand & { kill(): void } {
  const words = [...args, "acp"];
  if (!asProcess)
    return {
      ...cli.open(words, { serveAcp }, env),
      kill: () => {
        throw new Error("Only a process can be killed: open it with `asProcess`");
      },
    };
  const child = cli.start(words, env);
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error("no pipes");
  const ended = once(child, "exit").then(([code]) => code as number | null); // what Node says of an exit
  return { stdin, stdout, stderr, ended, kill: () => child.kill("SIGKILL") };
}
