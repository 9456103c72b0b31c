import { escapeHtml } from "../../../text/escape-html.ts";
import { VERSION } from "../../../version.ts";
import type { Api } from "../api.ts";
import { PAGE_POLICY } from "./console.ts";
import { PAGE_STYLE, plainPage } from "./plain-page.ts";

const ABOUT = {
  openapi: "3.1.0",
  info: {
    title: "Dejima",
    version: VERSION,
    description: "The one harbour between an AI agent and the outside world",
  },
  security: [{ token: [] }, {}],
};

/** `/openapi.json` and `/docs`: the API for programs and for people. */
export function documentPages(api: Api): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  api.get("/openapi.json", (context) => context.json(describeApi(api)));
  const headers = { "content-security-policy": PAGE_POLICY, "cache-control": "no-cache" };
  api.get("/docs", (context) => context.html(apiPage(describeApi(api)), 200, headers));
  api.get("/docs/style.css", (context) =>
    context.body(PAGE_STYLE, 200, { ...headers, "content-type": "text/css" }),
  );
}

/**
 * The OpenAPI document, in which every operation has an id for generated clients and a summary for people.
 */
function describeApi(api: Api): ApiDocument {
  // Our own document; only these parts are read here.
  const { paths, ...rest } = api.getOpenAPI31Document(ABOUT) as unknown as ApiDocument;
  const named = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        { operationId: operationId(method, path), summary: summaryOf(operation), ...operation },
      ]),
    ),
  ]);
  return { ...rest, paths: Object.fromEntries(named) };
}

/** `get /api/runs/{run}/events` is `getRunsByRunEvents`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, "/")
    .split("/")
    .flatMap((part) => (part.startsWith("{") ? ["by", ...part.slice(1, -1).split(/\W/)] : part.split(/\W/)))
    .filter((word) => word !== "");
  return `${method}${words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("")}`;
}

/** The first sentence of the response's description. */
function summaryOf({ description, responses }: Operation): string {
  const [first = ""] = (description ?? responses[200]?.description ?? "").split(/[.;:]\s/);
  return first;
}

type Content = Readonly<Record<string, { readonly schema?: unknown }>>;

interface Operation {
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: {
      readonly description?: string;
      readonly type?: unknown;
      readonly enum?: readonly unknown[];
    };
  }[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** The parts of an OpenAPI document that the page reads. */
interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The API reference as a page, from the OpenAPI document: no script, no network. */
function apiPage({ info, paths }: ApiDocument): string {
  const groups = Map.groupBy(Object.entries(paths), ([path]) => path.split("/").slice(0, 3).join("/"));
  return plainPage(`${info.title} ${info.version}: the API`, [
    `<p>${escapeHtml(info.description ?? "")}. <a href="/openapi.json">openapi.json</a> is the same for programs.</p>`,
    "<p>Errors are <code>application/problem+json</code> with one of our codes. Lists come in pages: pass <code>x-next-cursor</code> as <code>cursor</code>.</p>",
    ...[...groups].map(([name, entries]) =>
      [
        `<h2>${escapeHtml(name)}</h2>`,
        ...entries.flatMap(([path, operations]) =>
          Object.entries(operations).map(([method, operation]) => section(method, path, operation)),
        ),
      ].join("\n"),
    ),
  ]);
}

function section(
  method: string,
  path: string,
  { description, parameters = [], requestBody, responses }: Operation,
): string {
  const good = responses[200];
  const rows = parameters.map(({ name, in: place, required = false, schema, description: words }) => {
    const says = words ?? schema?.description ?? (schema?.enum ?? []).join(", ");
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ", required" : ""}</td><td>${escapeHtml(says)}</td></tr>`;
  });
  return [
    "<section>",
    `<h3><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code></h3>`,
    `<p>${escapeHtml([good?.description, description].filter(Boolean).join(". "))}</p>`,
    ...(rows.length === 0 ? [] : [`<table>${rows.join("")}</table>`]),
    ...schemas("Body", requestBody?.content),
    ...schemas("Answer", good?.content),
    "</section>",
  ].join("\n");
}

function schemas(title: string, content: Content | undefined): string[] {
  return Object.entries(content ?? {}).map(
    ([type, { schema }]) =>
      `<details><summary>${title}: <code>${escapeHtml(type)}</code></summary><pre>${escapeHtml(JSON.stringify(schema, null, 2) ?? "")}</pre></details>`,
  );
}
