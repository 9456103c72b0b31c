import { z } from "zod";
import type { SearchProvider } from "./search-provider.ts";
import { withQuery } from "./with-query.ts";

const braveAnswer = z.object({
  type: z.literal("search"),
  web: z
    .object({
      results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().default("") })),
    })
    .optional(),
});

/** Brave Search: https://api-dashboard.search.brave.com/app/documentation/web-search */
export const brave: SearchProvider = {
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
