import type { HtmlElement } from "../page/parse-document.ts";
import type { SearchHit, SearchProvider } from "./search-provider.ts";
import { withQuery } from "./with-query.ts";

const DUCKDUCKGO = "https://html.duckduckgo.com/html/";

/** DuckDuckGo's page without scripts: the one search that needs no key. It turns away who asks too often. */
export const duckduckgo: SearchProvider = {
  name: "duckduckgo",
  needs: [],
  request: ({ text }, { url = DUCKDUCKGO }) => ({
    url: withQuery(url, { q: text }),
    headers: { accept: "text/html" },
  }),
  async read(body) {
    const { parseDocument } = await import("../page/parse-document.ts");
    const document = parseDocument(body);
    const found = [...document.querySelectorAll(".result:not(.result--ad)")].flatMap(hitOf);
    const answered = found.length > 0 || document.querySelector(".no-results, .result--no-result") !== null;
    if (answered) return found;
    const turnedAway = document.querySelector(".anomaly-modal__title, #challenge-form") !== null;
    throw new Error(turnedAway ? "it wants proof that a person is asking" : "its page has no results in it");
  },
};

function hitOf(result: HtmlElement): SearchHit[] {
  const link = result.querySelector("a.result__a");
  const url = targetOf(link?.getAttribute("href") ?? "");
  if (link === null || url === undefined) return [];
  const snippet = result.querySelector(".result__snippet")?.textContent ?? "";
  return [{ title: link.textContent ?? "", url, snippet }];
}

// Links lead over a page of DuckDuckGo's own, with the address among its parameters.
function targetOf(href: string): string | undefined {
  const url = URL.parse(href, DUCKDUCKGO);
  return url?.searchParams.get("uddg") ?? url?.href;
}
