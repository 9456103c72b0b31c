import { VERSION } from "../../../version.ts";
import type { Api } from "../api.ts";
import { type ApiDocument, apiPage } from "./api-page.ts";
import { PAGE_POLICY } from "./console.ts";
import { PAGE_STYLE } from "./plain-page.ts";

const ABOUT = {
  openapi: "3.1.0",
  info: {
    title: "Dejima",
    version: VERSION,
    description: "The one harbour between an AI agent and the outside world",
  },
  security: [{ token: [] }, {}],
};

/** `/openapi.json` and `/docs`: what there is, for programs and for people. */
export function documentPages(api: Api): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  api.doc31("/openapi.json", ABOUT);
  const headers = { "content-security-policy": PAGE_POLICY, "cache-control": "no-cache" };
  // Our own document, of which the page reads a part.
  api.get("/docs", (context) =>
    context.html(apiPage(api.getOpenAPI31Document(ABOUT) as unknown as ApiDocument), 200, headers),
  );
  api.get("/docs/style.css", (context) =>
    context.body(PAGE_STYLE, 200, { ...headers, "content-type": "text/css" }),
  );
}
