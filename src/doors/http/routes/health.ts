import type { Hono } from "hono";
import type { Runtime } from "../../../runtime.ts";
import { VERSION } from "../../../version.ts";
import type { AppVariables } from "../app-context.ts";
import { prometheusText } from "../prometheus-text.ts";

/** `/healthz` says that it lives, `/readyz` that it can work; neither tells more. */
export function healthRoutes(app: Hono<{ Variables: AppVariables }>, runtime: Runtime): void {
  app.get("/healthz", (context) => context.json({ status: "ok", version: VERSION }));
  app.get("/readyz", async (context) => {
    try {
      await (await runtime.store()).runs.list({ limit: 1 });
      return context.json({ status: "ready" });
    } catch {
      return context.json({ status: "not ready: the store does not answer" }, 503);
    }
  });
}

/** `/metrics`, as Prometheus reads it. */
export function metricsRoute(app: Hono<{ Variables: AppVariables }>, runtime: Runtime): void {
  app.get("/metrics", async (context) =>
    context.text(prometheusText(await runtime.statistics()), 200, {
      "content-type": "text/plain; version=0.0.4",
    }),
  );
}
