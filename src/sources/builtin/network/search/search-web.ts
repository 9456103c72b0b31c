import { DejimaError } from "../../../../contract/error.ts";
import type { HttpClient } from "../../../../network/http-client.ts";
import { bodyText } from "../body-text.ts";
import { bing } from "./bing.ts";
import { brave } from "./brave.ts";
import { duckduckgo } from "./duckduckgo.ts";
import { google } from "./google.ts";
import type { ProviderSettings, SearchHit, SearchProvider, SearchQuery } from "./search-provider.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";
import { tidyHits } from "./tidy-hits.ts";

/** The searches there are, by name. */
const PROVIDERS = { tavily, google, bing, duckduckgo, brave, searxng } as const;

/** One search of the config. */
export interface ProviderChoice extends ProviderSettings {
  readonly provider: keyof typeof PROVIDERS;
}

interface SearchAnswer {
  readonly results: readonly SearchHit[];
  readonly provider: string;
  /** What the reader should know of how this was found. */
  readonly note?: string;
}

interface SearchOptions {
  readonly signal: AbortSignal;
  readonly callId: string;
}

interface Candidate {
  readonly provider: SearchProvider;
  readonly settings: ProviderSettings;
}

/** The searches to ask, in order, and what to say of those that cannot be. */
interface SearchPlan {
  readonly candidates: readonly Candidate[];
  readonly notes: readonly string[];
}

/** Chooses among the configured searches those that have what they need; without any, the one that needs nothing. */
export function planSearch(choices: readonly ProviderChoice[]): SearchPlan {
  const notes: string[] = [];
  const candidates = choices.flatMap(({ provider: name, ...settings }) => {
    const provider: SearchProvider = PROVIDERS[name];
    const missing = provider.needs.filter((need) => (settings[need] ?? "") === "");
    if (missing.length === 0) return [{ provider, settings }];
    notes.push(`${name} was left out: webSearch has no ${missing.join(" and no ")} for it`);
    return [];
  });
  if (candidates.length > 0) return { candidates, notes };
  notes.push("No search with a key is configured (webSearch), so DuckDuckGo was asked, which needs none");
  return { candidates: [{ provider: duckduckgo, settings: {} }], notes };
}

/** Asks one search after the other until one answers. */
export async function searchWeb(
  client: HttpClient,
  { candidates, notes }: SearchPlan,
  query: SearchQuery,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const failures: string[] = [];
  for (const { provider, settings } of candidates) {
    try {
      const hits = await ask(client, { provider, settings }, query, options);
      const note = [...notes, ...failures].join(". ");
      return {
        results: tidyHits(hits, query.limit),
        provider: provider.name,
        ...(note === "" ? {} : { note }),
      };
    } catch (error) {
      if (options.signal.aborted) throw error;
      failures.push(`${provider.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new DejimaError(
    "server_unavailable",
    `Cannot search the web for "${query.text.slice(0, 100)}": ${[...failures, ...notes].join(". ")}`,
    { failures },
  );
}

async function ask(
  client: HttpClient,
  { provider, settings }: Candidate,
  query: SearchQuery,
  options: SearchOptions,
): Promise<readonly SearchHit[]> {
  const request = provider.request(query, settings);
  const { status, headers, body } = await client.request({ ...request, redirects: "same-host", ...options });
  if (status === 401 || status === 403) throw new Error(`it refused the key (${status})`);
  if (status === 429) throw new Error("it has answered too many requests (429)");
  if (status < 200 || status > 299) throw new Error(`it answered ${status}`);
  const { text } = bodyText(body, headers["content-type"] ?? "") ?? { text: "" };
  try {
    return await provider.read(text);
  } catch (error) {
    const said = error instanceof Error && !/Zod|Syntax/.test(error.name) ? error.message : undefined;
    throw new Error(said ?? "its answer has not the form of results", { cause: error });
  }
}
