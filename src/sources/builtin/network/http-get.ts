import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import type { HttpClient } from "../../../network/http-client.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { requestHeaders, webAddress } from "./http-input.ts";
import { httpOutput } from "./http-output.ts";

/** Asks a server for something, without changing anything there. */
export function createHttpGet(client: HttpClient): Tool {
  return defineTool({
    name: "http_get",
    summary: "Send an HTTP GET request and return status, headers and body",
    description: `Returns {status, headers, body, encoding}; encoding is "base64" when the body is not text. To read a web page, use fetch.
A redirect to another host is not followed: \`redirect\` says where it leads, call again with that address. Private addresses are refused.`,
    category: "network",
    risk: "low",
    input: () => z.object({ url: webAddress, headers: requestHeaders }),
    effects: ({ url }) => [{ kind: "host.read", target: url }],
    async run({ url, headers }, { signal, callId }) {
      return httpOutput(await client.request({ url, headers, redirects: "same-host", signal, callId }));
    },
  });
}
