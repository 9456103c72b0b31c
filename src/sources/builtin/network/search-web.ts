import { DejimaError, Unreached } from "../../../contract/error.ts";
import type { HttpClient } from "../../../network/http-client.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { shortened } from "../../../text/text-end.ts";
import { bodyText } from "./body-text.ts";
import {
  type ProviderSettings,
  SEARCH_PROVIDERS,
  type SearchHit,
  type SearchProvider,
  type SearchQuery,
} from "./search-providers.ts";

/** A provider with its settings, as in the config. */
export interface ProviderChoice extends ProviderSettings {
  readonly provider: keyof typeof SEARCH_PROVIDERS;
}

interface SearchAnswer {
  readonly results: readonly SearchHit[];
  readonly provider: string;
  /** What the reader should know about how this was found. */
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

/** The providers to try, in order, and notes about those that cannot be used. */
interface SearchPlan {
  readonly candidates: readonly Candidate[];
  readonly notes: readonly string[];
}

/** Chooses the configured providers that have all they need. Default: DuckDuckGo, which needs no key. */
export function planSearch(choices: readonly ProviderChoice[]): SearchPlan {
  const notes: string[] = [];
  const candidates = choices.flatMap(({ provider: name, ...settings }) => {
    const provider: SearchProvider = SEARCH_PROVIDERS[name];
    const missing = provider.needs.filter((need) => (settings[need] ?? "") === "");
    if (missing.length === 0) return [{ provider, settings }];
    notes.push(`${name} was skipped: webSearch has no ${missing.join(" and no ")} for it`);
    return [];
  });
  if (candidates.length > 0) return { candidates, notes };
  notes.push(
    "No search provider with a key is configured (webSearch), so DuckDuckGo was used, which needs none",
  );
  return { candidates: [{ provider: SEARCH_PROVIDERS.duckduckgo, settings: {} }], notes };
}

/** Tries one provider after the other until one answers. */
export async function searchWeb(
  client: HttpClient,
  { candidates, notes }: SearchPlan,
  query: SearchQuery,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const failures: string[] = [];
  let answered = false;
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
      answered ||= !(error instanceof Unreached);
      failures.push(`${provider.name} failed: ${thrownText(error)}`);
    }
  }
  const Failure = answered ? DejimaError : Unreached;
  throw new Failure(
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
  if (status === 429) throw new Error("it received too many requests (429)");
  if (status < 200 || status > 299) throw new Error(`it answered ${status}`);
  const { text } = bodyText(body, headers["content-type"] ?? "") ?? { text: "" };
  try {
    return await provider.read(text);
  } catch (error) {
    const reason = error instanceof Error && !/Zod|Syntax/.test(error.name) ? error.message : undefined;
    throw new Error(reason ?? "its answer is not a list of results", { cause: error });
  }
}

const MAX_TITLE = 300;

const MAX_SNIPPET = 1_000;

/** Cleans up results: web addresses only, no duplicates, plain text on one line, at most `limit`. */
function tidyHits(hits: readonly SearchHit[], limit: number): SearchHit[] {
  const byUrl = new Map<string, SearchHit>();
  for (const { title, url, snippet } of hits) {
    const address = URL.parse(url);
    if (address === null || !/^https?:$/.test(address.protocol) || byUrl.has(address.href)) continue;
    byUrl.set(address.href, {
      title: plain(title, MAX_TITLE),
      url: address.href,
      snippet: plain(snippet, MAX_SNIPPET),
    });
  }
  return [...byUrl.values()].slice(0, limit);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
  "#x27": "'",
  "#34": '"',
};

function plain(text: string, maxLength: number): string {
  const bare = text
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp|#39|#x27|#34);/gi,
      (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole,
    )
    .replace(/\s+/g, " ")
    .trim();
  return shortened(bare, maxLength);
}
