import { Agent, request } from "node:http";

export interface Wanted {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly body?: string;
}

/** Requests per second that a server answers so many clients in so long. */
export async function throughput(
  { url, method = "GET", body }: Wanted,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const headers =
    body === undefined ? {} : { "content-type": "application/json", "content-length": body.length };
  let done = 0;
  const started = performance.now();
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, method, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        response.resume();
        response.on("end", resolve);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const client = async () => {
    while (performance.now() - started < seconds * 1000) {
      await one();
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return done / ((performance.now() - started) / 1000);
}
