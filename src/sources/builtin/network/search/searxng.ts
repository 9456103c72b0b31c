import { z } from "zod";
import type { SearchProvider } from "./search-provider.ts";
import { withQuery } from "./with-query.ts";

const searxngAnswer = z.object({
  query: z.string(),
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});

/** An instance of SearXNG that has the JSON format switched on: https://docs.searxng.org/dev/search_api.html */
export const searxng: SearchProvider = {
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
