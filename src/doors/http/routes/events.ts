import type { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import type { AppVariables } from "../app-context.ts";
import { problem } from "../problem.ts";

const MAX_STREAMS = 500;
const HEARTBEAT_MS = 15_000;

/** `/api/events`: everything that happens, as server-sent events, from now on. Beyond a number of readers, politely none. */
export function eventRoute(app: Hono<{ Variables: AppVariables }>, runtime: Runtime): void {
  let streams = 0;
  app.get("/api/events", (context) => {
    if (streams >= MAX_STREAMS) {
      return problem(
        context,
        new DejimaError(
          "limit_exceeded",
          `Cannot open another stream: ${MAX_STREAMS} are open; try again later`,
        ),
        503,
      );
    }
    streams++;
    return streamSSE(context, async (stream) => {
      const over = new AbortController();
      const heartbeat = setInterval(
        () => void stream.writeSSE({ event: "heartbeat", data: "" }),
        HEARTBEAT_MS,
      );
      stream.onAbort(() => over.abort());
      context.req.raw.signal.addEventListener("abort", () => over.abort(), { once: true });
      try {
        await stream.writeSSE({ event: "open", data: "{}" });
        for await (const event of runtime.events({ signal: over.signal })) {
          await stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
        }
      } finally {
        clearInterval(heartbeat);
        streams--;
      }
    });
  });
}
