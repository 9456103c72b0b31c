import { z } from "zod";
import type { HttpRequest } from "../../../network/http-client.ts";
import type { HtmlElement } from "./page/parse-document.ts";

/** A web search service: how to send it a query, and how to read its answer. */
export interface SearchProvider {
  readonly name: string;
  /** The settings that it requires. */
  readonly needs: readonly (keyof ProviderSettings)[];
  request(query: SearchQuery, settings: ProviderSettings): HttpRequest;
  /** Throws if the body is not an answer of this provider. */
  read(body: string): readonly SearchHit[] | Promise<readonly SearchHit[]>;
}

/** What to search for, and how many results to return. */
export interface SearchQuery {
  readonly text: string;
  readonly limit: number;
}

/** One result, in the same form for all providers. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** The config of a provider. */
export interface ProviderSettings {
  readonly apiKey?: string | undefined;
  /** The id of a Google search engine ("cx"). */
  readonly engineId?: string | undefined;
  /** Replaces the default address. For searxng: the address of the instance. */
  readonly url?: string | undefined;
}

const tavilyAnswer = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().default("") })),
});

/** Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search */
const tavily: SearchProvider = {
  name: "tavily",
  needs: ["apiKey"],
  request: ({ text, limit }, { apiKey, url = "https://api.tavily.com/search" }) => ({
    url,
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ query: text, max_results: Math.min(limit, 20) }),
  }),
  read: (body) =>
    tavilyAnswer
      .parse(JSON.parse(body))
      .results.map(({ title, url, content }) => ({ title, url, snippet: content })),
};

const googleAnswer = z.object({
  items: z
    .array(z.object({ title: z.string(), link: z.string(), snippet: z.string().default("") }))
    .default([]),
  kind: z.string(),
});

/** Google Custom Search: https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list */
const google: SearchProvider = {
  name: "google",
  needs: ["apiKey", "engineId"],
  // The key goes into a header: addresses are shown and recorded.
  request: (
    { text, limit },
    { apiKey = "", engineId = "", url = "https://www.googleapis.com/customsearch/v1" },
  ) => ({
    url: withQuery(url, { q: text, cx: engineId, num: String(Math.min(limit, 10)) }),
    headers: { "x-goog-api-key": apiKey },
  }),
  read: (body) =>
    googleAnswer
      .parse(JSON.parse(body))
      .items.map(({ title, link, snippet }) => ({ title, url: link, snippet })),
};

const bingAnswer = z.object({
  _type: z.literal("SearchResponse"),
  webPages: z
    .object({
      value: z.array(z.object({ name: z.string(), url: z.string(), snippet: z.string().default("") })),
    })
    .optional(),
});

/** The Bing Web Search API v7, and compatible services under another address. */
const bing: SearchProvider = {
  name: "bing",
  needs: ["apiKey"],
  request: ({ text, limit }, { apiKey = "", url = "https://api.bing.microsoft.com/v7.0/search" }) => ({
    url: withQuery(url, { q: text, count: String(limit), responseFilter: "Webpages" }),
    headers: { "ocp-apim-subscription-key": apiKey },
  }),
  read: (body) =>
    (bingAnswer.parse(JSON.parse(body)).webPages?.value ?? []).map(({ name, url, snippet }) => ({
      title: name,
      url,
      snippet,
    })),
};

const braveAnswer = z.object({
  type: z.literal("search"),
  web: z
    .object({
      results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().default("") })),
    })
    .optional(),
});

/** Brave Search: https://api-dashboard.search.brave.com/app/documentation/web-search */
const brave: SearchProvider = {
  name: "brave",
  needs: ["apiKey"],
  request: ({ text, limit }, { apiKey = "", url = "https://api.search.brave.com/res/v1/web/search" }) => ({
    url: withQuery(url, { q: text, count: String(Math.min(limit, 20)) }),
    headers: { accept: "application/json", "x-subscription-token": apiKey },
  }),
  read: (body) =>
    (braveAnswer.parse(JSON.parse(body)).web?.results ?? []).map(({ title, url, description }) => ({
      title,
      url,
      snippet: description,
    })),
};

const searxngAnswer = z.object({
  query: z.string(),
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});

/** An instance of SearXNG with the JSON format turned on: https://docs.searxng.org/dev/search_api.html */
const searxng: SearchProvider = {
  name: "searxng",
  needs: ["url"],
  request: ({ text }, { url = "" }) => ({
    url: withQuery(`${url.replace(/\/+(?:search)?$/, "")}/search`, { q: text, format: "json" }),
    headers: { accept: "application/json" },
  }),
  read: (body) =>
    searxngAnswer
      .parse(JSON.parse(body))
      .results.map(({ title, url, content }) => ({ title, url, snippet: content ?? "" })),
};

const DUCKDUCKGO = "https://html.duckduckgo.com/html/";

/** The script-free page of DuckDuckGo: the only provider that needs no key. It blocks clients that ask too often. */
const duckduckgo: SearchProvider = {
  name: "duckduckgo",
  needs: [],
  request: ({ text }, { url = DUCKDUCKGO }) => ({
    url: withQuery(url, { q: text }),
    headers: { accept: "text/html" },
  }),
  async read(body) {
    const { parseDocument } = await import("./page/parse-document.ts");
    const document = parseDocument(body);
    const found = [...document.querySelectorAll(".result:not(.result--ad)")].flatMap(hitOf);
    const answered = found.length > 0 || document.querySelector(".no-results, .result--no-result") !== null;
    if (answered) return found;
    const blocked = document.querySelector(".anomaly-modal__title, #challenge-form") !== null;
    throw new Error(blocked ? "it asks for proof that you are human" : "its page contains no results");
  },
};

function hitOf(result: HtmlElement): SearchHit[] {
  const link = result.querySelector("a.result__a");
  const url = targetOf(link?.getAttribute("href") ?? "");
  if (link === null || url === undefined) return [];
  const snippet = result.querySelector(".result__snippet")?.textContent ?? "";
  return [{ title: link.textContent ?? "", url, snippet }];
}

// Links go through a redirect page of DuckDuckGo, with the address as a parameter.
function targetOf(href: string): string | undefined {
  const url = URL.parse(href, DUCKDUCKGO);
  return url?.searchParams.get("uddg") ?? url?.href;
}

/** All providers, by the name that the config uses. */
export const SEARCH_PROVIDERS = { tavily, google, bing, duckduckgo, brave, searxng } as const;

/** Adds parameters to an address. Replaces those of the same name. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = URL.parse(address);
  if (url === null) return address; // the client reports what is wrong with it
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
