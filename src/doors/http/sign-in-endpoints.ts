import type { Context, Hono } from "hono";
import type { Entrance } from "../../access/entrance.ts";
import type { SignIn } from "../../access/sign-in/open-sign-in.ts";
import { cookiesNamed, SESSION_COOKIE, sessionIn } from "../../access/sign-in/sessions.ts";
import { originOf } from "../../access/site.ts";
import { DejimaError } from "../../contract/error.ts";
import { escapeHtml } from "../../text/escape-html.ts";
import type { AppVariables } from "./app-context.ts";
import { PAGE_POLICY } from "./pages/console.ts";
import { plainPage } from "./pages/plain-page.ts";
import { problem } from "./problem.ts";

type App = Hono<{ Variables: AppVariables }>;
type AppContext = Context<{ Variables: AppVariables }>;

interface EndpointOptions {
  readonly signIn: SignIn | undefined;
  readonly entrance: Pick<Entrance, "checkRate">;
  readonly publicUrl: string | undefined;
}

/** Binds a sign-in to the browser that started it. */
const BEGUN_COOKIE = "dejima_sign_in";
const BEGUN_SECONDS = 600;

/** The endpoints for people to sign in and out. They need no token. */
export function signInEndpoints(app: App, { signIn, entrance, publicUrl }: EndpointOptions): void {
  app.get("/sign-in/status", (context) => context.json({ available: signIn !== undefined }));
  if (signIn === undefined) return;
  const originAt = (context: AppContext) => originOf(context.get("head"), publicUrl);

  // The pattern also matches "/sign-in" itself.
  app.use("/sign-in/*", async (context, next) => {
    const refusal = entrance.checkRate(context.get("head"));
    return refusal === undefined ? next() : problem(context, refusal);
  });

  app.get("/sign-in", (context) =>
    page(context, async () => {
      const origin = originAt(context);
      const { url, state } = await signIn.begin(`${origin}/sign-in/callback`);
      // The provider redirects the browser from another site: a "Strict" cookie would not be sent.
      setCookie(context, { name: BEGUN_COOKIE, value: state, seconds: BEGUN_SECONDS, site: "Lax", origin });
      return context.redirect(url, 302);
    }),
  );

  app.get("/sign-in/callback", (context) =>
    page(context, async () => {
      const origin = originAt(context);
      const cookies = cookiesNamed(BEGUN_COOKIE, context.get("head").cookie);
      const address = new URL(context.req.url);
      const { session } = await signIn.finish(address, cookies.length === 1 ? cookies[0] : undefined);
      setCookie(context, { name: BEGUN_COOKIE, value: "", seconds: 0, site: "Lax", origin });
      const seconds = Math.floor(signIn.lastsMs / 1000);
      setCookie(context, { name: SESSION_COOKIE, value: session, seconds, site: "Strict", origin });
      return context.redirect("/", 302);
    }),
  );

  app.post("/sign-out", async (context) => {
    const session = sessionIn(context.get("head").cookie);
    if (session !== undefined) await signIn.sessions.end(session);
    setCookie(context, {
      name: SESSION_COOKIE,
      value: "",
      seconds: 0,
      site: "Strict",
      origin: originAt(context),
    });
    return context.json({ signedOut: session !== undefined });
  });
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
  readonly site: "Strict" | "Lax";
  /** The browser's address of this server. With https, the cookie is never sent over http. */
  readonly origin: string;
}

function setCookie(context: AppContext, { name, value, seconds, site, origin }: Cookie): void {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  context.header(
    "set-cookie",
    `${name}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${seconds}${secure}`,
    { append: true },
  );
}

/** A person sees the response: an error becomes a page with a link to continue. */
async function page(context: AppContext, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    const status = error.code === "forbidden" ? 403 : error.code === "server_unavailable" ? 502 : 401;
    const body = plainPage("Not signed in", [
      `<p>${escapeHtml(error.message)}</p>`,
      '<p><a href="/sign-in">Try again</a></p>',
    ]);
    return context.html(body, status, { "content-security-policy": PAGE_POLICY });
  }
}
