import { config } from "zod";
import { main as runCommandLine } from "./doors/cli/main.ts";

// A command parses each schema once or twice: compiling it first would cost more than it saves.
config({ jitless: true });

/** The `dejima` command: the command line, and the doors it can open, each loaded on use. */
export function main(argv: readonly string[]): Promise<number> {
  return runCommandLine(argv, {
    async serveMcpStdio(options) {
      return (await import("./doors/mcp/serve-stdio.ts")).serveStdio(options);
    },
    async serveMcpHttp(options) {
      const { mountMcp } = await import("./doors/mcp/serve-http.ts");
      const { serve } = await import("./doors/http/serve.ts");
      const mcp = mountMcp(options);
      const server = await serve({ ...options, routes: "mcp", mcp });
      await mcp.open();
      return { ...server, url: `${server.url}/mcp` };
    },
    async serveHttp(options) {
      const { mountMcp } = await import("./doors/mcp/serve-http.ts");
      const { serve } = await import("./doors/http/serve.ts");
      return serve({ ...options, mcp: mountMcp({ ...options, mode: "auto", hasConsole: true }) });
    },
    async serveAcp(options) {
      return (await import("./doors/acp/serve-acp.ts")).serveAcp(options);
    },
    async openMessengers(options) {
      return (await import("./doors/messengers/open-messengers.ts")).openMessengers(options);
    },
  });
}
