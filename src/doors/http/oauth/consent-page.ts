import type { Context, Hono } from "hono";
import type { Entrance } from "../../../access/entrance.ts";
import type { OAuth } from "../../../access/oauth/open-oauth.ts";
import { parseRedirect } from "../../../access/oauth/redirect-address.ts";
import { roleOf } from "../../../access/oauth/scopes.ts";
import { DejimaError } from "../../../contract/error.ts";
import { escapeHtml } from "../../../text/escape-html.ts";
import type { AppVariables } from "../app-context.ts";
import { PAGE_STYLE, plainPage } from "../pages/plain-page.ts";

type App = Hono<{ Variables: AppVariables }>;
type AppContext = Context<{ Variables: AppVariables }>;

/** Pages without scripts. Their form can only be sent to this server. */
const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Where a person is asked, on a server without a console. */
export const CONSENT_PATH = "/oauth/connect";

/** Asks whether an app may connect, on a server without a console. A person answers with their own token. */
export function consentPages(app: App, { oauth, entrance }: { oauth: OAuth; entrance: Entrance }): void {
  app.get("/docs/style.css", (context) => context.body(PAGE_STYLE, 200, { "content-type": "text/css" }));

  app.get(CONSENT_PATH, async (context) => {
    const page = await questionPage(oauth, context.req.query("id") ?? "");
    return html(context, page, 200);
  });

  app.post("/oauth/answer", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const id = form.get("id") ?? "";
    const token = form.get("token")?.trim() ?? "";
    const caller = await entrance.identify({ ...context.get("head"), authorization: `Bearer ${token}` });
    if (caller instanceof DejimaError || token === "") {
      const why = caller instanceof DejimaError ? caller.message : "A token is needed";
      return html(context, await questionPage(oauth, id, why), 403);
    }
    const allow = form.get("answer") === "allow";
    const role = roleOf(["tools", "approvals"], caller.role);
    if (role === undefined)
      return html(context, await questionPage(oauth, id, "This token may not use tools"), 403);
    const scopes = form.has("approvals") ? (["tools", "approvals"] as const) : (["tools"] as const);
    const goTo = await oauth.answer(id, allow ? { allow, user: caller.name, scopes } : { allow: false });
    // A form policy would also block the redirect, so the user continues from a separate page.
    const to = escapeHtml(goTo);
    const page = plainPage(allow ? "Connected" : "Not connected", [
      `<p><a href="${to}">Go back to the app</a></p>`,
    ]).replace("<title>", `<meta http-equiv="refresh" content="0;url=${to}">\n<title>`);
    return html(context, page, 200);
  });
}

async function questionPage(oauth: OAuth, id: string, problem?: string): Promise<string> {
  const { asked, client, goesTo } = await findRequest(oauth, id);
  const approvals = asked.scopes.includes("approvals")
    ? '<p><label><input type="checkbox" name="approvals" value="yes" checked> Let it pass on your answers to questions</label></p>'
    : "";
  return plainPage(`Connect ${client.name}?`, [
    ...(problem === undefined ? [] : [`<p><strong>${escapeHtml(problem)}</strong></p>`]),
    `<p>The app would use your tools, behind the same rules as you. You are sent back to <code>${escapeHtml(goesTo.host || goesTo.protocol)}</code>.</p>`,
    '<form method="post" action="/oauth/answer">',
    `<input type="hidden" name="id" value="${escapeHtml(id)}">`,
    '<p><label>Your token <input type="password" name="token" autocomplete="off" required></label> <small>dejima token create NAME makes one</small></p>',
    approvals,
    '<p><button name="answer" value="allow">Connect</button> <button name="answer" value="deny">Cancel</button></p>',
    "</form>",
  ]);
}

/** Browsers send a form's origin only if the page's referrer policy allows it. */
function html(context: AppContext, page: string, status: 200 | 403): Response {
  context.header("referrer-policy", "same-origin");
  return context.html(page, status, { "content-security-policy": POLICY, "referrer-policy": "same-origin" });
}

/**
 * An open authorization request, its app, and the redirect address. Throws `not_found` for a request that is
 * no longer open.
 */
export async function findRequest({ request, clients }: Pick<OAuth, "request" | "clients">, id: string) {
  const asked = await request(id);
  const client = asked === undefined ? undefined : await clients.find(asked.client);
  const goesTo = asked === undefined ? undefined : parseRedirect(asked.redirect);
  if (asked === undefined || client === undefined || goesTo === undefined)
    throw new DejimaError(
      "not_found",
      "Not found: this request was answered, or has expired. Start the app's login again",
    );
  return { asked, client, goesTo };
}
