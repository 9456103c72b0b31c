import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A search engine on this machine that speaks like SearXNG, and the config that uses it. */
export interface SearchServer extends AsyncDisposable {
  readonly config: string;
}

/** Answers every query with the weather. */
export async function aSearchServer(): Promise<SearchServer> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://localhost").searchParams.get("q") ?? "";
    const results = [
      { title: `Weather: ${query}`, url: "https://weather.example/", content: "18°C, cloudy 多云" },
    ];
    response.setHeader("content-type", "application/json").end(JSON.stringify({ query, results }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    config: `webSearch: { provider: searxng, url: "http://${host}" }\nnetwork: { allowPrivate: ["${host}"] }\n`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
