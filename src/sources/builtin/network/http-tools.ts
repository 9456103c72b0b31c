import { z } from "zod";
import type { Tool, ToolContext } from "../../../contract/tool.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../../../network/http-client.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { bodyText } from "./body-text.ts";

/** An absolute address. The client parses it strictly; the policy sees its canonical spelling. */
export const webAddress = z.string().min(1).max(8_000).describe("Absolute http or https URL");

const requestHeaders = z
  .record(z.string(), z.string())
  .default({})
  .describe(
    "Headers to send. Only User-Agent, Accept and Accept-Encoding are added. ${secret:NAME} stands for a secret of the user's vault",
  );

/** Text, which is sent unchanged, or data, which is sent as JSON. */
const requestBody = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .optional()
  .describe("Text, or data to send as JSON");

/** Methods that change nothing. */
const READS = new Set(["GET", "HEAD"]);

/** Sends a GET request. */
export function createHttpGet(client: HttpClient): Tool {
  return defineTool({
    name: "http_get",
    summary: "Send an HTTP GET request and return status, headers and body",
    description: `Returns {status, headers, body, encoding}; encoding is "base64" when the body is not text. To read a web page, use fetch.
A redirect to another host is not followed: call again with the address in \`redirect\`. Private addresses are refused.`,
    category: "network",
    risk: "low",
    returns: "{ status: number; headers: Record<string, string>; body: string }",
    input: () => z.object({ url: webAddress, headers: requestHeaders }),
    effects: ({ url }) => [{ kind: "host.read", target: url }],
    run: ({ url, headers }, context) => send(client, { url, headers, secretUser: "http_get" }, context),
  });
}

/** Sends a POST request. */
export function createHttpPost(client: HttpClient): Tool {
  return defineTool({
    name: "http_post",
    summary: "Send data to a server with an HTTP POST request",
    description: `Returns {status, headers, body, encoding}. The body is text, or data that is sent as JSON; set a Content-Type header for any
other type. A redirect to another host is not followed: \`redirect\` has its target.`,
    category: "network",
    risk: "high",
    returns: "{ status: number; headers: Record<string, string>; body: string }",
    input: () => z.object({ url: webAddress, body: requestBody, headers: requestHeaders }),
    effects: ({ url }) => [{ kind: "host.send", target: url }],
    run: ({ url, body, headers }, context) =>
      send(client, { url, method: "POST", ...outgoingBody(body, headers), secretUser: "http_post" }, context),
  });
}

/** Sends any HTTP request. */
export function createHttpRequest(client: HttpClient): Tool {
  return defineTool({
    name: "http_request",
    aliases: ["network_request"],
    summary: "Send an HTTP request with any method, headers and body",
    description: `Returns {status, headers, body, encoding}. Use http_get if you send no data: it needs no permission. The body is text, or data
that is sent as JSON. A redirect to another host is not followed: \`redirect\` has its target.`,
    category: "network",
    risk: "high",
    returns: "{ status: number; headers: Record<string, string>; body: string }",
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
    // A request with a body sends data, whatever its method is.
    effects: ({ method, url, body }) => [
      { kind: READS.has(method) && body === undefined ? "host.read" : "host.send", target: url },
    ],
    run: ({ method, url, body, headers }, context) =>
      send(client, { url, method, ...outgoingBody(body, headers), secretUser: "http_request" }, context),
  });
}

async function send(
  client: HttpClient,
  request: HttpRequest,
  { signal, callId, answered }: Pick<ToolContext, "signal" | "callId" | "answered">,
) {
  const response = await client.request({ ...request, redirects: "same-host", signal, callId });
  answered((header) => response.headers[header]);
  return httpOutput(response);
}

/** The body as text, with a Content-Type unless the caller set one. */
function outgoingBody(
  body: z.output<typeof requestBody>,
  headers: Readonly<Record<string, string>>,
): { body?: string; headers: Readonly<Record<string, string>> } {
  if (body === undefined) return { headers };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (Object.keys(headers).some((name) => name.toLowerCase() === "content-type"))
    return { body: text, headers };
  const type = isJson(text) ? "application/json" : "text/plain;charset=utf-8";
  return { body: text, headers: { ...headers, "content-type": type } };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What the HTTP tools return. */
interface HttpOutput {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How `body` represents the received bytes. */
  readonly encoding: "text" | "base64";
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Where the server redirects to, when that is another host. */
  readonly redirect?: string;
}

/** Turns a response into the output of a tool: text if it is text, otherwise Base64. */
function httpOutput({ status, headers, body, url }: HttpResponse): HttpOutput {
  const decoded = bodyText(body, headers["content-type"] ?? "");
  const content =
    decoded === undefined
      ? ({ body: body.toString("base64"), encoding: "base64" } as const)
      : ({ body: decoded.text, encoding: "text" } as const);
  return { status, headers, ...content, url, ...redirectNote({ status, headers, url }) };
}

/** The target of a redirect that was not followed because it leads to another host. */
export function redirectNote({ status, headers, url }: Omit<HttpResponse, "body">): { redirect?: string } {
  const { location } = headers;
  if (status < 300 || status > 399 || location === undefined) return {};
  const target = URL.parse(location, url);
  return target === null ? {} : { redirect: target.href };
}
