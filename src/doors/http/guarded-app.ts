import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Entrance } from "../../access/entrance.ts";
import { DejimaError } from "../../contract/error.ts";
import type { AppVariables } from "./app-context.ts";
import { problem } from "./problem.ts";
import { askCaller, askSite } from "./security/ask-entrance.ts";
import { endRevoked } from "./security/end-revoked.ts";
import { limitBody } from "./security/limit-body.ts";
import { safeHeaders } from "./security/safe-headers.ts";

interface GuardOptions<App> {
  readonly entrance: Entrance;
  /** What to say where nothing was found. */
  readonly hint: string;
  /** Adds what anybody at this site may see without a token. */
  open?(app: App): void;
  /** Hears of faults of our own, for the log. */
  onFault(error: unknown): void;
}

const MAX_BODY = 12 * 1024 * 1024;

/** Puts the entrance in front of an app: whatever is added to it afterwards is reached only by callers who were let in. */
export function guardApp<App extends Hono<{ Variables: AppVariables }>>(
  app: App,
  { entrance, hint, open, onFault }: GuardOptions<App>,
): App {
  app.onError((error, context) => {
    if (error instanceof HTTPException && error.status === 415) return problem(context, notJson(context));
    if (error instanceof HTTPException)
      return problem(context, new DejimaError("invalid_input", `Cannot use the request: ${error.message}`));
    if (!(error instanceof DejimaError)) onFault(error);
    return problem(context, error);
  });
  app.notFound((context) =>
    problem(context, new DejimaError("not_found", `Not found: ${context.req.path}. ${hint}`)),
  );
  app.use(safeHeaders());
  app.use(askSite(entrance));
  open?.(app);
  app.use(limitBody(MAX_BODY));
  app.use(askCaller(entrance));
  app.use(endRevoked(entrance));
  return app;
}

function notJson(context: Context): DejimaError {
  const type = context.req.header("content-type")?.slice(0, 100) ?? "";
  return new DejimaError(
    "invalid_input",
    `Cannot read a body of the type "${type}": send JSON, with "content-type: application/json"`,
  );
}
