import type { HttpRequest } from "../../../../network/http-client.ts";

/** One hit, the same whoever found it. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** What the config says of a provider. */
export interface ProviderSettings {
  readonly apiKey?: string | undefined;
  /** The id of a Google search engine ("cx"). */
  readonly engineId?: string | undefined;
  /** Another address than the provider's own; the address of the instance for searxng. */
  readonly url?: string | undefined;
}

export interface SearchQuery {
  readonly text: string;
  readonly limit: number;
}

/** A web search that can be asked over HTTP: how to ask it, and how to read its answer. */
export interface SearchProvider {
  readonly name: string;
  /** What it cannot be asked without. */
  readonly needs: readonly (keyof ProviderSettings)[];
  request(query: SearchQuery, settings: ProviderSettings): HttpRequest;
  /** Throws when the answer is not one of this provider's. */
  read(body: string): readonly SearchHit[] | Promise<readonly SearchHit[]>;
}
