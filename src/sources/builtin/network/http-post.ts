import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import type { HttpClient } from "../../../network/http-client.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { outgoingBody, requestBody, requestHeaders, webAddress } from "./http-input.ts";
import { httpOutput } from "./http-output.ts";

/** Sends data to a server. */
export function createHttpPost(client: HttpClient): Tool {
  return defineTool({
    name: "http_post",
    summary: "Send data to a server with an HTTP POST request",
    description: `Returns {status, headers, body, encoding}. The body is text, or data that is sent as JSON; name a Content-Type where another is
meant. A redirect to another host is not followed: \`redirect\` says where it leads.`,
    category: "network",
    risk: "high",
    input: () => z.object({ url: webAddress, body: requestBody, headers: requestHeaders }),
    effects: ({ url }) => [{ kind: "host.send", target: url }],
    async run({ url, body, headers }, { signal, callId }) {
      const content = outgoingBody(body, headers);
      return httpOutput(
        await client.request({ url, method: "POST", ...content, redirects: "same-host", signal, callId }),
      );
    },
  });
}
