import { request } from "node:http";

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A request with any headers at all: fetch would not let us lie about the host. */
export function sendRequest(
  url: string,
  { method = "GET", headers = {}, body = "" }: SendOptions = {},
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    // A kept connection may be closed by the server just when the next request is sent.
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          body: text,
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
