import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Caller } from "../../access/roles.ts";
import type { Tokens } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";
import { type Api, createApi } from "./api.ts";
import type { Mounted } from "./app-context.ts";
import { consolePages } from "./pages/console.ts";
import { documentPages } from "./pages/document-pages.ts";
import { problem } from "./problem.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { chatRoute } from "./routes/chat.ts";
import { completionRoutes } from "./routes/completions.ts";
import { conversationRoutes } from "./routes/conversations.ts";
import { eventRoute } from "./routes/events.ts";
import { grantRoutes } from "./routes/grants.ts";
import { healthRoutes, metricsRoute } from "./routes/health.ts";
import { insightRoutes } from "./routes/insights.ts";
import { mcpServerRoutes } from "./routes/mcp-servers.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { policyRoutes } from "./routes/policy.ts";
import { profileRoutes } from "./routes/profile.ts";
import { runFileRoutes } from "./routes/run-files.ts";
import { runRoutes } from "./routes/runs.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { settingRoutes } from "./routes/settings.ts";
import { skillViewRoutes } from "./routes/skill-views.ts";
import { skillRoutes } from "./routes/skills.ts";
import { toolRoutes } from "./routes/tools.ts";
import { authenticate, requireRole } from "./security/authenticate.ts";
import { limitBody } from "./security/limit-body.ts";
import { safeHeaders } from "./security/safe-headers.ts";
import { sameSite } from "./security/same-site.ts";
import { createStreamLimit } from "./sse.ts";

export interface AppOptions {
  readonly runtime: Runtime;
  readonly tokens: Tokens;
  readonly hosts: readonly string[];
  readonly anonymous: Caller | undefined;
  /** Answers at `/mcp`, where it is given. */
  readonly mcp?: Mounted | undefined;
  /** The folder of the built console. */
  readonly console?: string;
  /** Hears of faults of our own, for the log. */
  onFault(error: unknown): void;
}

const MAX_BODY = 12 * 1024 * 1024;

/** The whole API: who may come in first, then what there is. */
export function createApp(options: AppOptions): Api {
  const { runtime, tokens, hosts, anonymous, mcp, console: folder, onFault } = options;
  const { server: limits } = runtime.settings.config;
  const api = createApi();
  api.onError((error, context) => {
    if (error instanceof HTTPException && error.status === 415) return problem(context, notJson(context));
    if (error instanceof HTTPException)
      return problem(context, new DejimaError("invalid_input", `Cannot use the request: ${error.message}`));
    if (!(error instanceof DejimaError)) onFault(error);
    return problem(context, error);
  });
  api.notFound((context) =>
    problem(
      context,
      new DejimaError("invalid_input", `Cannot find ${context.req.path}: /openapi.json lists what there is`),
    ),
  );
  api.use(safeHeaders());
  api.use(sameSite({ hosts }));
  healthRoutes(api, runtime);
  documentPages(api);
  if (folder !== undefined) api.use(consolePages(folder));
  api.use(limitBody(MAX_BODY));
  api.use(authenticate({ tokens, anonymous, perMinute: limits.rateLimit }));
  metricsRoute(api, runtime);
  const streams = createStreamLimit(limits.maxStreams);
  chatRoute(api, runtime, { streams, mostRuns: limits.maxRuns });
  completionRoutes(api, runtime, { streams });
  conversationRoutes(api, runtime);
  runRoutes(api, runtime, { streams });
  runFileRoutes(api, runtime);
  toolRoutes(api, runtime);
  skillRoutes(api, runtime);
  skillViewRoutes(api, runtime);
  approvalRoutes(api, runtime);
  grantRoutes(api, runtime);
  policyRoutes(api, runtime);
  mcpServerRoutes(api, runtime);
  insightRoutes(api, runtime);
  settingRoutes(api, runtime);
  eventRoute(api, runtime, { streams });
  memoryRoutes(api, runtime);
  profileRoutes(api, runtime);
  scheduleRoutes(api, runtime);
  api.use("/mcp", requireRole("user"));
  if (mcp !== undefined) api.all("/mcp", (context) => mcp.fetch(context.req.raw, context.get("caller")));
  return api;
}

function notJson(context: Context): DejimaError {
  const type = context.req.header("content-type")?.slice(0, 100) ?? "";
  return new DejimaError(
    "invalid_input",
    `Cannot read a body of the type "${type}": send JSON, with "content-type: application/json"`,
  );
}
