import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { Caller } from "../../access/roles.ts";
import type { Tokens } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";
import { VERSION } from "../../version.ts";
import { type Api, createApi } from "./api.ts";
import type { Mounted } from "./app-context.ts";
import { problem } from "./problem.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { chatRoute } from "./routes/chat.ts";
import { eventRoute } from "./routes/events.ts";
import { healthRoutes, metricsRoute } from "./routes/health.ts";
import { policyRoutes } from "./routes/policy.ts";
import { runRoutes } from "./routes/runs.ts";
import { skillRoutes } from "./routes/skills.ts";
import { toolRoutes } from "./routes/tools.ts";
import { authenticate, requireRole } from "./security/authenticate.ts";
import { sameSite } from "./security/same-site.ts";

export interface AppOptions {
  readonly runtime: Runtime;
  readonly tokens: Tokens;
  readonly hosts: readonly string[];
  readonly anonymous: Caller | undefined;
  /** Answers at `/mcp`, where it is given. */
  readonly mcp?: Mounted | undefined;
  /** Hears of faults of our own, for the log. */
  onFault(error: unknown): void;
}

const MAX_BODY = 12 * 1024 * 1024;

/** The whole API: who may come in first, then what there is. */
export function createApp({ runtime, tokens, hosts, anonymous, mcp, onFault }: AppOptions): Api {
  const api = createApi();
  api.onError((error, context) => {
    if (error instanceof HTTPException)
      return problem(context, new DejimaError("invalid_input", `Cannot use the request: ${error.message}`));
    if (!(error instanceof DejimaError)) onFault(error);
    return problem(context, error);
  });
  api.notFound((context) =>
    problem(
      context,
      new DejimaError("invalid_input", `Cannot find ${context.req.path}: /openapi.json lists what there is`),
      404,
    ),
  );
  api.use(sameSite({ hosts }));
  healthRoutes(api, runtime);
  const limited = bodyLimit({
    maxSize: MAX_BODY,
    onError: (context) =>
      problem(context, new DejimaError("too_large", `Cannot take a body over ${MAX_BODY} bytes`)),
  });
  // An archive is streamed and bounded where it is taken in.
  api.use((context, next) => (isUpload(context.req) ? next() : limited(context, next)));
  api.use(authenticate({ tokens, anonymous }));
  api.use("/metrics", requireRole("viewer"));
  metricsRoute(api, runtime);
  toolRoutes(api, runtime);
  runRoutes(api, runtime);
  policyRoutes(api, runtime);
  skillRoutes(api, runtime);
  approvalRoutes(api, runtime);
  api.use("/api/events", requireRole("viewer"));
  eventRoute(api, runtime);
  chatRoute(api, runtime);
  api.use("/mcp", requireRole("user"));
  if (mcp !== undefined) api.all("/mcp", (context) => mcp.fetch(context.req.raw, context.get("caller")));
  api.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "Dejima",
      version: VERSION,
      description: "The one harbour between an AI agent and the outside world",
    },
  });
  return api;
}

function isUpload({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === "POST" && path === "/api/skills";
}
