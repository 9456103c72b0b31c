import { z } from "zod";
import type { SearchProvider } from "./search-provider.ts";

const tavilyAnswer = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().default("") })),
});

/** Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily: SearchProvider = {
  name: "tavily",
  needs: ["apiKey"],
  request: ({ text, limit }, { apiKey, url = "https://api.tavily.com/search" }) => ({
    url,
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ query: text, max_results: Math.min(limit, 20) }),
  }),
  read: (body) =>
    tavilyAnswer
      .parse(JSON.parse(body))
      .results.map(({ title, url, content }) => ({ title, url, snippet: content })),
};
