import type { Tool } from "../../../contract/tool.ts";
import type { HttpClient } from "../../../network/http-client.ts";
import { createFetch } from "./fetch.ts";
import { createHttpGet } from "./http-get.ts";
import { createHttpPost } from "./http-post.ts";
import { createHttpRequest } from "./http-request.ts";
import { createWebSearch, type WebSearchSettings } from "./web-search.ts";

/** What the tools of the network work with; the runtime hands it over. */
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
