import { config } from "zod";
import { main as runCommandLine } from "./doors/cli/main.ts";

// A command parses each schema once or twice: compiling it first would cost more than it saves.
config({ jitless: true });

/** The command: the command line, and the doors that it can open, each loaded when it is. */
export function main(argv: readonly string[]): Promise<number> {
  return runCommandLine(argv, {
    serveMcpStdio: async (options) => (await import("./doors/mcp/serve-stdio.ts")).serveStdio(options),
    serveMcpHttp: async (options) => (await import("./doors/mcp/serve-http.ts")).serveHttp(options),
    async serveHttp(options) {
      const { mountMcp } = await import("./doors/mcp/mount-mcp.ts");
      const { serve } = await import("./doors/http/serve.ts");
      return serve({ ...options, mcp: mountMcp({ ...options, mode: "auto" }) });
    },
  });
}
