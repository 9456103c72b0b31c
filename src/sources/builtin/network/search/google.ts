import { z } from "zod";
import type { SearchProvider } from "./search-provider.ts";
import { withQuery } from "./with-query.ts";

const googleAnswer = z.object({
  items: z
    .array(z.object({ title: z.string(), link: z.string(), snippet: z.string().default("") }))
    .default([]),
  kind: z.string(),
});

/** Google Custom Search: https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list */
export const google: SearchProvider = {
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
    googleAnswer.parse(JSON.parse(body)).items.map(({ title, link, snippet }) => ({ title, url: link, snippet })),
};
