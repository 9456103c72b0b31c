// The bare framework doing nothing: what any server of ours is measured against.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";

const app = new Hono();
app.get("/nothing", (context) => context.json([]));
// As many events as a chat of the load has, each with a line of data.
app.post("/stream", (context) =>
  streamSSE(context, async (stream) => {
    for (let at = 0; at < 38; at++)
      await stream.writeSSE({ id: String(at), event: "text-delta", data: "{}" });
  }),
);
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
);
