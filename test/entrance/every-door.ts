import { join } from "node:path";
import { openTokens, type Tokens } from "../../src/access/tokens.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import { mountMcp } from "../../src/doors/mcp/serve-http.ts";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";

/** An HTTP door that is open. */
export interface OpenDoor {
  readonly name: string;
  /** Where to connect. */
  readonly url: string;
  /** The `Host` under which it may be addressed. */
  readonly host: string;
  /** Whether programs of this machine need no token. */
  readonly needsNone: boolean;
  readonly loopback: boolean;
}

export interface EveryDoor extends AsyncDisposable {
  readonly doors: readonly OpenDoor[];
  readonly tokens: Tokens;
  readonly world: TestRuntime;
}

/** The doors that there are: all routes or MCP alone, with and without tokens, on loopback and elsewhere. */
export const DOORS = (["all", "mcp"] as const).flatMap((routes) => [
  { name: `${routes} routes on loopback`, routes, bind: "127.0.0.1", requireToken: false },
  { name: `${routes} routes on loopback with tokens`, routes, bind: "127.0.0.1", requireToken: true },
  { name: `${routes} routes on every address`, routes, bind: "0.0.0.0", requireToken: false },
]);

export interface EveryDoorOptions {
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
  readonly proxies?: readonly string[];
}

/** Opens every door over one runtime. */
export async function everyDoor(options: EveryDoorOptions = {}): Promise<EveryDoor> {
  const world = await aRuntime({ config: { permissions: { safe: ["current_time"] } } });
  const { runtime } = world;
  const tokens = openTokens(runtime.store.documents);
  await tokens.create("first", "viewer");
  const servers: RunningServer[] = [];
  const doors: OpenDoor[] = [];
  for (const { name, routes, bind, requireToken } of DOORS) {
    const onFault = (error: unknown) => {
      throw error;
    };
    const server = await serve({
      now: () => 0, // limits do not refill, however slow the machine is
      runtime,
      routes,
      requireToken,
      host: bind,
      port: 0,
      checkAnswers: true,
      onFault,
      ...options,
      mcp: mountMcp({ runtime, mode: "full", onFault }),
      console: join(world.workspace, "no-console"),
    });
    servers.push(server);
    const { port } = new URL(server.url);
    const loopback = bind === "127.0.0.1";
    const host = loopback ? `localhost:${port}` : `${bind}:${port}`;
    doors.push({
      name,
      url: `http://127.0.0.1:${port}`,
      host,
      needsNone: loopback && !requireToken,
      loopback,
    });
  }
  return {
    doors,
    tokens,
    world,
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.close();
      await world[Symbol.asyncDispose]();
    },
  };
}
