import type { Entrance } from "../../access/entrance.ts";
import { fairShare } from "../../access/fair-share.ts";
import { type OAuth, openOAuth } from "../../access/oauth/open-oauth.ts";
import type { RequestHead } from "../../access/request-head.ts";
import type { SignIn } from "../../access/sign-in/open-sign-in.ts";
import { originOf } from "../../access/site.ts";
import { openTokens } from "../../access/tokens.ts";
import type { Runtime } from "../../runtime.ts";
import { type Api, createApi } from "./api.ts";
import type { MostRuns, Mounted } from "./app-context.ts";
import { type AccessEntry, guardApp } from "./guarded-app.ts";
import { mountAt } from "./mcp-app.ts";
import { challenge, oauthEndpoints } from "./oauth/oauth-endpoints.ts";
import { consolePages } from "./pages/console.ts";
import { documentPages } from "./pages/document-pages.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { connectionRoutes } from "./routes/connections.ts";
import { chatRoute } from "./routes/conversations/chat.ts";
import { completionRoutes } from "./routes/conversations/completions.ts";
import { conversationFileRoutes } from "./routes/conversations/conversation-files.ts";
import { conversationRoutes } from "./routes/conversations/conversations.ts";
import { eventRoute } from "./routes/conversations/events.ts";
import { costRoutes } from "./routes/cost.ts";
import { experimentRoutes } from "./routes/experiments.ts";
import { flowRoutes, setApartRoutes } from "./routes/flow.ts";
import { grantRoutes, groupRoutes } from "./routes/grants.ts";
import { healthRoutes, insightRoutes } from "./routes/health.ts";
import { metricsRoute } from "./routes/metrics.ts";
import { modelRoutes } from "./routes/models.ts";
import { policyRoutes } from "./routes/policy.ts";
import { runFileRoutes } from "./routes/run-files.ts";
import { runRoutes } from "./routes/runs.ts";
import { settingRoutes } from "./routes/settings.ts";
import { teamConfigRoutes } from "./routes/team-config.ts";
import { databaseRoutes } from "./routes/tools/databases.ts";
import { interfacePage, interfaceRoutes } from "./routes/tools/interfaces.ts";
import { mcpChangeRoutes } from "./routes/tools/mcp-changes.ts";
import { mcpServerRoutes } from "./routes/tools/mcp-servers.ts";
import { secretRoutes } from "./routes/tools/secrets.ts";
import { skillViewRoutes } from "./routes/tools/skill-views.ts";
import { skillRoutes } from "./routes/tools/skills.ts";
import { toolRoutes } from "./routes/tools/tools.ts";
import { channelRoutes } from "./routes/user/channels.ts";
import { memoryRoutes, profileRoutes } from "./routes/user/memory.ts";
import { pushRoutes } from "./routes/user/push.ts";
import { scheduleRoutes } from "./routes/user/schedules.ts";
import { signInEndpoints } from "./sign-in-endpoints.ts";
import { createStreamLimit } from "./sse.ts";

interface AppOptions {
  readonly runtime: Runtime;
  readonly entrance: Entrance;
  /** Logins of MCP clients. Default: those of the home, with no anonymous user. */
  readonly oauth?: OAuth;
  /** Sign-in for people. Default: none. */
  readonly signIn?: SignIn | undefined;
  /** Answers at `/mcp`. Default: nothing does. */
  readonly mcp?: Mounted | undefined;
  /** The folder of the built console. */
  readonly console?: string;
  /** Checks each response against the schema of its route. For tests. */
  readonly checkAnswers?: boolean | undefined;
  /** Receives internal errors, for the log. */
  onFault(error: unknown): void;
  /** Called for every request once its response has begun. */
  readonly onRequest?: ((entry: AccessEntry) => void) | undefined;
}

/** The whole API, behind the entrance. */
export function createApp(options: AppOptions): Api {
  const { runtime, entrance, mcp, console: folder, checkAnswers, onFault, onRequest } = options;
  const { server: limits } = runtime.settings.config;
  const { publicUrl } = limits;
  const { documents } = runtime.store;
  const oauth =
    options.oauth ?? openOAuth({ documents, tokens: openTokens(documents), localRole: undefined });
  const isMcp = ({ target }: RequestHead) => target.split("?", 1)[0] === "/mcp";
  const api = guardApp(createApi({ checkAnswers }), {
    entrance,
    onFault,
    onRequest,
    hint: "/openapi.json lists what there is",
    challenge: (head) =>
      isMcp(head) ? challenge(originOf(head, publicUrl), head.authorization !== undefined) : "Bearer",
    open(app) {
      healthRoutes(app, runtime);
      documentPages(app);
      oauthEndpoints(app, { oauth, entrance, publicUrl });
      signInEndpoints(app, { signIn: options.signIn, entrance, publicUrl });
      interfacePage(app);
      if (folder !== undefined) app.use(consolePages(folder));
    },
  });
  metricsRoute(api, runtime);
  const streams = createStreamLimit(limits.maxStreams);
  const mostRuns: MostRuns = ({ name }) => ({
    all: limits.maxRuns,
    own: fairShare(limits.maxRuns, name),
  });
  chatRoute(api, runtime, { streams, mostRuns });
  completionRoutes(api, runtime, { streams, mostRuns });
  conversationRoutes(api, runtime);
  conversationFileRoutes(api, runtime);
  runRoutes(api, runtime, { streams });
  runFileRoutes(api, runtime);
  toolRoutes(api, runtime);
  skillRoutes(api, runtime);
  skillViewRoutes(api, runtime);
  approvalRoutes(api, runtime);
  grantRoutes(api, runtime);
  groupRoutes(api, runtime);
  flowRoutes(api, runtime);
  setApartRoutes(api, runtime);
  policyRoutes(api, runtime);
  mcpServerRoutes(api, runtime);
  mcpChangeRoutes(api, runtime);
  interfaceRoutes(api, runtime);
  insightRoutes(api, runtime);
  experimentRoutes(api, runtime);
  costRoutes(api, runtime);
  secretRoutes(api, runtime);
  databaseRoutes(api, runtime);
  channelRoutes(api, runtime);
  settingRoutes(api, runtime);
  teamConfigRoutes(api, runtime);
  modelRoutes(api, runtime);
  eventRoute(api, runtime, { streams });
  memoryRoutes(api, runtime);
  profileRoutes(api, runtime);
  scheduleRoutes(api, runtime);
  pushRoutes(api, runtime);
  connectionRoutes(api, oauth);
  if (mcp !== undefined) mountAt(api, mcp);
  return api;
}
