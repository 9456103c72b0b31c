import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import type { HttpClient, HttpRequest } from "../../../network/http-client.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { createFetch } from "./fetch.ts";
import { createHttpGet, createHttpPost, createHttpRequest } from "./http-tools.ts";
import { withQuery } from "./search-providers.ts";
import { type ProviderChoice, planSearch, searchWeb } from "./search-web.ts";

/** What the network tools work with. */
export interface NetworkToolSources {
  readonly client: HttpClient;
  readonly webSearch: WebSearchSettings | undefined;
}

/** The tools of the network family. */
export function networkTools({ client, webSearch }: NetworkToolSources): Tool[] {
  return [
    createHttpGet(client),
    createHttpPost(client),
    createHttpRequest(client),
    createFetch(client),
    createWebSearch(client, webSearch),
  ];
}

const DEFAULT_RESULTS = 10;

const CACHE_MS = 10 * 60_000;

/** The config of web search: the first provider, and the ones to try when it fails. */
interface WebSearchSettings extends ProviderChoice {
  readonly maxResults: number;
  readonly fallback: readonly ProviderChoice[];
}

/** Searches the web. Without settings it uses a provider that needs no key. */
export function createWebSearch(client: HttpClient, settings: WebSearchSettings | undefined): Tool {
  const { maxResults = DEFAULT_RESULTS, fallback = [], ...first } = settings ?? {};
  const plan = planSearch("provider" in first ? [first, ...fallback] : fallback);
  return defineTool({
    name: "web_search",
    aliases: ["WebSearch"],
    summary: "Search the web and return titles, addresses and snippets",
    description: `Returns {results: [{title, url, snippet}], provider}. Read a page that looks right with fetch: a snippet is not the page.`,
    category: "network",
    risk: "low",
    returns: "{ results: { title: string; url: string; snippet: string }[]; provider: string }",
    flow: { sends: "address" },
    cache: { ttlMs: CACHE_MS },
    input: () =>
      z.object({
        query: z.string().trim().min(1).max(500).describe("What to look for, as for a search engine"),
        limit: z.int().min(1).max(50).default(maxResults).describe("Most results to return"),
      }),
    effects: ({ query, limit }) =>
      plan.candidates.map(({ provider, settings }) => ({
        kind: "host.read",
        target: addressWithQuery(provider.request({ text: query, limit }, settings)),
      })),
    run: ({ query, limit }, { signal, callId }) =>
      searchWeb(client, plan, { text: query, limit }, { signal, callId }),
  });
}

/**
 * The address including the query. For a provider that takes the query in the body, the address alone would
 * be the same for every query.
 */
function addressWithQuery({ url, body }: HttpRequest): string {
  return body === undefined ? url : withQuery(url, { body: String(body) });
}
