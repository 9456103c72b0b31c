import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import type { HttpClient } from "../../../network/http-client.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { outgoingBody, requestBody, requestHeaders, webAddress } from "./http-input.ts";
import { httpOutput } from "./http-output.ts";

/** Methods that only look. */
const READS = new Set(["GET", "HEAD"]);

/** Sends any HTTP request. */
export function createHttpRequest(client: HttpClient): Tool {
  return defineTool({
    name: "http_request",
    summary: "Send an HTTP request with any method, headers and body",
    description: `Returns {status, headers, body, encoding}. Use http_get where nothing is sent: it needs no permission. The body is text, or data
that is sent as JSON. A redirect to another host is not followed: \`redirect\` says where it leads.`,
    category: "network",
    risk: "high",
    input: () =>
      z.object({
        method: z
          .string()
          .transform((method) => method.toUpperCase())
          .pipe(z.enum(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]))
          .describe("GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE"),
        url: webAddress,
        body: requestBody,
        headers: requestHeaders,
      }),
    // A body makes a request one that sends, whatever its method says.
    effects: ({ method, url, body }) => [
      { kind: READS.has(method) && body === undefined ? "host.read" : "host.send", target: url },
    ],
    async run({ method, url, body, headers }, { signal, callId }) {
      const content = outgoingBody(body, headers);
      return httpOutput(
        await client.request({ url, method, ...content, redirects: "same-host", signal, callId }),
      );
    },
  });
}
