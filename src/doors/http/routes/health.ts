import { createRoute, z } from "@hono/zod-openapi";
import type { Runtime } from "../../../runtime.ts";
import { VERSION } from "../../../version.ts";
import { type Api, answers, raw, rawAnswers } from "../api.ts";
import { prometheusText } from "../prometheus-text.ts";
import { requireRole } from "../security/require-role.ts";

/** `/healthz` says that it lives, `/readyz` that it can work; neither tells more, and neither needs a token. */
export function healthRoutes(api: Api, runtime: Runtime): void {
  const status = z.object({ status: z.string() });
  api.openapi(
    createRoute({
      method: "get",
      path: "/healthz",
      responses: answers(status.extend({ version: z.string() }), "It lives"),
    }),
    (context) => context.json({ status: "ok", version: VERSION }, 200),
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/readyz",
      responses: answers(status, "It can work; 503 when it cannot"),
    }),
    async (context) => {
      try {
        await runtime.store.runs.list({ limit: 1 });
        return context.json({ status: "ready" }, 200);
      } catch {
        return raw(context.json({ status: "not ready: the store does not answer" }, 503));
      }
    },
  );
}

/** `/metrics`, as Prometheus reads it. */
export function metricsRoute(api: Api, runtime: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/metrics",
      middleware: requireRole("viewer"),
      responses: rawAnswers("text/plain", "Figures in the text form of Prometheus"),
    }),
    async (context) =>
      context.text(prometheusText(await runtime.statistics()), 200, {
        "content-type": "text/plain; version=0.0.4",
      }),
  );
}
