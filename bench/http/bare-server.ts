// The bare framework as a peer for Dejima's server. Its argument is a file of answers that Dejima's server gave. It sends the
// frames of each answer again, in the requested number of turns of the event loop.
import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { RecordedAnswers } from "./record-answer.ts";

const recorded: RecordedAnswers = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

const app = new Hono();
app.get("/nothing", (context) => context.json([]));
for (const [name, { frames, paced }] of Object.entries(recorded))
  app.post(`/${name}`, (context) =>
    streamSSE(context, async (stream) => {
      for (const frame of frames) {
        if (paced) await nextTurn();
        await stream.write(frame);
      }
    }),
  );
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
);
