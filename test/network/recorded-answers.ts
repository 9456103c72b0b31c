/** Answers of search services in the form that they have, shortened. Each holds the same two hits, an oddity and a stranger. */
export const RECORDED = {
  tavily: JSON.stringify({
    query: "dejima",
    follow_up_questions: null,
    answer: null,
    images: [],
    results: [
      {
        title: "Dejima",
        url: "https://en.wikipedia.org/wiki/Dejima",
        content: "An artificial\nisland off Nagasaki",
        score: 0.98,
        raw_content: null,
      },
      {
        title: "Visit Dejima",
        url: "https://nagasakidejima.jp/en/",
        content: "Opening hours",
        score: 0.91,
        raw_content: null,
      },
      { title: "Odd", url: "javascript:alert(1)", content: "", score: 0.1, raw_content: null },
    ],
    response_time: 1.02,
  }),
  google: JSON.stringify({
    kind: "customsearch#search",
    queries: { request: [{ totalResults: "2", count: 2, startIndex: 1 }] },
    searchInformation: { searchTime: 0.2, totalResults: "2" },
    items: [
      {
        kind: "customsearch#result",
        title: "Dejima",
        htmlTitle: "<b>Dejima</b>",
        link: "https://en.wikipedia.org/wiki/Dejima",
        displayLink: "en.wikipedia.org",
        snippet: "An artificial island off Nagasaki",
      },
      {
        kind: "customsearch#result",
        title: "Visit Dejima",
        link: "https://nagasakidejima.jp/en/",
        snippet: "Opening hours",
      },
    ],
  }),
  bing: JSON.stringify({
    _type: "SearchResponse",
    queryContext: { originalQuery: "dejima" },
    webPages: {
      webSearchUrl: "https://www.bing.com/search?q=dejima",
      totalEstimatedMatches: 2,
      value: [
        {
          id: "1",
          name: "Dejima",
          url: "https://en.wikipedia.org/wiki/Dejima",
          snippet: "An artificial island off Nagasaki",
          language: "en",
        },
        { id: "2", name: "Visit Dejima", url: "https://nagasakidejima.jp/en/", snippet: "Opening hours" },
      ],
    },
    rankingResponse: {},
  }),
  brave: JSON.stringify({
    type: "search",
    query: { original: "dejima", more_results_available: true },
    mixed: { type: "mixed", main: [] },
    web: {
      type: "search",
      results: [
        {
          title: "Dejima",
          url: "https://en.wikipedia.org/wiki/Dejima",
          description: "An <strong>artificial island</strong> off Nagasaki",
          is_source_local: false,
        },
        { title: "Visit Dejima", url: "https://nagasakidejima.jp/en/", description: "Opening hours" },
        { title: "Again", url: "https://nagasakidejima.jp/en/", description: "The same page" },
      ],
    },
  }),
  searxng: JSON.stringify({
    query: "dejima",
    number_of_results: 2,
    results: [
      {
        url: "https://en.wikipedia.org/wiki/Dejima",
        title: "Dejima",
        content: "An artificial island off Nagasaki",
        engine: "wikipedia",
        score: 2,
      },
      {
        url: "https://nagasakidejima.jp/en/",
        title: "Visit Dejima",
        content: "Opening hours",
        engine: "qwant",
      },
      { url: "ftp://old.example.com/", title: "Old", content: null },
    ],
    answers: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
  duckduckgo: `<!DOCTYPE html><html><head><title>dejima at DuckDuckGo</title></head><body><div id="links" class="results">
<div class="result results_links results_links_deep result--ad "><h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example">Buy an island</a></h2></div>
<div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fen.wikipedia.org%2Fwiki%2FDejima&amp;rut=0c1">Dejima</a></h2>
<a class="result__snippet" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fen.wikipedia.org%2Fwiki%2FDejima">An artificial <b>island</b> off Nagasaki</a></div></div>
<div class="result results_links results_links_deep web-result "><h2 class="result__title"><a class="result__a" href="https://nagasakidejima.jp/en/">Visit Dejima</a></h2>
<a class="result__snippet">Opening&nbsp;hours</a></div>
<div class="nav-link"></div></div></body></html>`,
} as const;

/** The hits that each of them holds. */
export const HITS = [
  {
    title: "Dejima",
    url: "https://en.wikipedia.org/wiki/Dejima",
    snippet: "An artificial island off Nagasaki",
  },
  { title: "Visit Dejima", url: "https://nagasakidejima.jp/en/", snippet: "Opening hours" },
];

/** Answers without hits. */
export const EMPTY = {
  tavily: '{"query":"x","results":[],"response_time":0.3}',
  google: '{"kind":"customsearch#search","searchInformation":{"totalResults":"0"}}',
  bing: '{"_type":"SearchResponse","queryContext":{"originalQuery":"x"},"rankingResponse":{}}',
  brave: '{"type":"search","query":{"original":"x"}}',
  searxng: '{"query":"x","results":[],"answers":[]}',
  duckduckgo:
    '<html><body><div class="results"><div class="no-results">No results found for <b>x</b>.</div></div></body></html>',
} as const;

/** What no service should say, and some do. */
export const BAD = {
  "an empty body": "",
  "a page instead of data": "<html><body>Please sign in</body></html>",
  "broken JSON": '{"results": [{"title": "Deji',
  "another form": '{"error": "internal"}',
  "hits without an address":
    '{"type":"search","_type":"SearchResponse","kind":"x","query":"x","results":[{"title":"a"}],"items":[{"title":"a"}],"webPages":{"value":[{"name":"a"}]},"web":{"results":[{"title":"a"}]}}',
  null: "null",
} as const;
