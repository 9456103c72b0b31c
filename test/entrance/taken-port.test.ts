import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serve } from "../../src/doors/http/serve.ts";
import { mountMcp } from "../../src/doors/mcp/serve-http.ts";
import { aRuntime } from "../support/a-runtime.ts";

test.each(["127.0.0.1", "0.0.0.0"])(
  "serve() beside a program that took the port first, on %s, says so and opens no door",
  async (taken) => {
    await using world = await aRuntime({});
    const { runtime } = world;
    const heard: string[] = [];
    const other = createServer((socket) => socket.on("data", (data) => heard.push(String(data))).end());
    const { promise, resolve } = Promise.withResolvers<void>();
    other.listen(0, taken, resolve);
    await promise;
    const address = other.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const onFault = (error: unknown) => {
      throw error;
    };
    const open = () =>
      serve({
        runtime,
        routes: "all",
        host: "127.0.0.1",
        port,
        onFault,
        mcp: mountMcp({ runtime, mode: "full", onFault }),
        console: join(world.workspace, "none"),
      });
    const opening = open();
    await expect(opening).rejects.toMatchObject({ code: "io_error" });
    // The port is not ours: it counts as another program's, and nothing of ours was said to it.
    expect(heard).toEqual([]);
    await new Promise((done) => other.close(done));
    // Once it is free, the same door opens there.
    const server = await open();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await server.close();
  },
);
