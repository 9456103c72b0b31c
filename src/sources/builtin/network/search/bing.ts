import { z } from "zod";
import type { SearchProvider } from "./search-provider.ts";
import { withQuery } from "./with-query.ts";

const bingAnswer = z.object({
  _type: z.literal("SearchResponse"),
  webPages: z
    .object({
      value: z.array(z.object({ name: z.string(), url: z.string(), snippet: z.string().default("") })),
    })
    .optional(),
});

/** The Bing Web Search API v7, and services that kept its form under an address of their own. */
export const bing: SearchProvider = {
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
