import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import type { HttpClient, HttpRequest } from "../../../network/http-client.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { type ProviderChoice, planSearch, searchWeb } from "./search/search-web.ts";
import { withQuery } from "./search/with-query.ts";

/** What the config says of searching: the first one to ask, and those to ask when it fails. */
export interface WebSearchSettings extends ProviderChoice {
  readonly maxResults: number;
  readonly fallback: readonly ProviderChoice[];
}

const DEFAULT_RESULTS = 10;
const CACHE_MS = 10 * 60_000;

/** Finds pages on the web. Without settings it asks a search that needs no key. */
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
        target: wholeAddress(provider.request({ text: query, limit }, settings)),
      })),
    run: ({ query, limit }, { signal, callId }) =>
      searchWeb(client, plan, { text: query, limit }, { signal, callId }),
  });
}

/** The address with all that is asked: where the query is sent in a body, the address alone would be the same for every query. */
function wholeAddress({ url, body }: HttpRequest): string {
  return body === undefined ? url : withQuery(url, { body: String(body) });
}
