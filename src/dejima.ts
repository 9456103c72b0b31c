import { main as runCommandLine } from "./doors/cli/main.ts";

/** The command: the command line, and the doors that it can open, each loaded when it is. */
export function main(argv: readonly string[]): Promise<number> {
  return runCommandLine(argv, {
    serveHttp: async (options) => (await import("./doors/http/serve.ts")).serve(options),
  });
}
