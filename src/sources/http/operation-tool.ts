import { DejimaError } from "../../contract/error.ts";
import type { Risk, Tool } from "../../contract/tool.ts";
import type { HttpClient, HttpResponse } from "../../network/http-client.ts";
import { oneLine } from "../../text/one-line.ts";
import { isRecord } from "../../text/record.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ApiDocument, Operation, Parameter } from "./openapi-document.ts";
import { operationSchema } from "./operation-schema.ts";

/** An API that a user added, and what every request to it carries. */
export interface ApiSettings {
  readonly name: string;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly risk?: Risk | Readonly<Record<string, Risk>> | undefined;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
const MAX_SUMMARY = 79;
const MAX_DESCRIPTION = 8_000;

/** Creates the tool of an operation. The policy judges the address of the request; the guarded client sends it. */
export function createOperationTool(
  operation: Operation,
  {
    name,
    api,
    schemas,
    client,
  }: { name: string; api: ApiSettings; client: HttpClient } & Pick<ApiDocument, "schemas">,
): Tool {
  const { id, method, path } = operation;
  const reads = READS.has(method) && operation.body === undefined;
  const request = (input: unknown) => buildRequest(operation, isRecord(input) ? input : {}, api.base);
  return defineTool({
    name,
    summary: summaryOf(operation, api.name),
    description: oneParagraph(operation, api.name),
    category: "custom",
    source: "http",
    origin: api.name,
    risk: riskOf(id, api) ?? (reads ? "low" : "high"),
    input: operationSchema(operation, schemas),
    effects: (input) => [{ kind: reads ? "host.read" : "host.send", target: request(input).url }],
    async run(input, { signal, callId, answered }) {
      const { url, headers, ...rest } = request(input);
      const full = new URL(url);
      // Keys are added here, after rules, questions and the log have seen the address.
      for (const [key, value] of Object.entries(api.query)) full.searchParams.set(key, value);
      const sent = { ...headers, accept: "application/json, text/*;q=0.9, */*;q=0.1", ...api.headers };
      const response = await client.request({
        ...rest,
        url: full.href,
        headers: sent,
        redirects: "same-host",
        signal,
        callId,
        secretUser: `api:${api.name}`,
      });
      answered((header) => response.headers[header]);
      return output(response);
    },
  });

  function riskOf(operationId: string, { risk }: ApiSettings): Risk | undefined {
    if (typeof risk !== "object") return risk;
    const own = Object.hasOwn(risk, operationId) ? operationId : "*";
    return Object.hasOwn(risk, own) ? risk[own] : undefined;
  }

  function summaryOf(of: Operation, apiName: string): string {
    const line = oneLine(of.summary || of.description, MAX_SUMMARY);
    return line.length >= 10
      ? line
      : oneLine(`${method} ${path} of the API ${apiName}. ${line}`, MAX_SUMMARY);
  }

  function oneParagraph(of: Operation, apiName: string): string {
    const text = [of.summary, of.description].filter((part) => part !== "").join("\n");
    return `[API ${apiName}, ${method} ${path}] ${text.slice(0, MAX_DESCRIPTION)}\nReturns {status, body}.`;
  }
}

function output({ status, headers, body }: HttpResponse): {
  status: number;
  body: unknown;
  encoding?: "base64";
} {
  const type = headers["content-type"] ?? "";
  if (body.length === 0) return { status, body: null };
  const text = decoded(body);
  if (text === undefined) return { status, body: body.toString("base64"), encoding: "base64" };
  return { status, body: /[/+]json\b/i.test(type) ? data(text) : text };
}

function decoded(body: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function data(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The request of an operation, without secrets. */
interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Builds the request of an operation from its input. */
export function buildRequest(
  { method, path, parameters, body }: Operation,
  input: Readonly<Record<string, unknown>>,
  base: string,
): ApiRequest {
  const present = parameters.filter(({ name }) => input[name] !== undefined);
  const of = (place: Parameter["in"]) => present.filter((parameter) => parameter.in === place);
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => pathPart(name, input[name]));
  const url = new URL(trimEndOf(base, /\//) + filled);
  // A path like "@other.example/" would turn the host into a user name, and the path into another host.
  if (url.origin !== new URL(base).origin || url.username !== "")
    throw new DejimaError("host_blocked", `Cannot call "${method} ${path}": it is outside ${base}`, {
      path,
    });
  for (const parameter of of("query"))
    for (const [name, value] of queryPairs(parameter, input[parameter.name]))
      url.searchParams.append(name, value);
  const headers = Object.fromEntries(of("header").map(({ name }) => [name.toLowerCase(), text(input[name])]));
  if (body === undefined || input.body === undefined) return { method, url: url.href, headers };
  return {
    method,
    url: url.href,
    headers: { ...headers, "content-type": body.type },
    body: encoded(body.type, input.body),
  };
}

// An empty part, or one of dots, would lead to another path than that of the tool.
function pathPart(name: string, value: unknown): string {
  const part = text(value);
  if (/^(?:\.{0,2})$/.test(part))
    throw new DejimaError(
      "invalid_input",
      `Cannot put "${part}" into the path as "${name}": it would change the address`,
      {
        parameter: name,
      },
    );
  return encodeURIComponent(part);
}

function queryPairs({ name, style, explode }: Parameter, value: unknown): [string, string][] {
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, text(item)]);
    const joint = style === "pipeDelimited" ? "|" : style === "spaceDelimited" ? " " : ",";
    return [[name, value.map(text).join(joint)]];
  }
  if (typeof value !== "object" || value === null) return [[name, text(value)]];
  const entries = Object.entries(value);
  if (style === "deepObject") return entries.map(([key, inner]) => [`${name}[${key}]`, text(inner)]);
  if (explode) return entries.map(([key, inner]) => [key, text(inner)]);
  return [[name, entries.flatMap(([key, inner]) => [key, text(inner)]).join(",")]];
}

function encoded(type: string, value: unknown): string {
  if (type === "application/x-www-form-urlencoded" && typeof value === "object" && value !== null)
    return new URLSearchParams(
      Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, text(inner)])),
    ).toString();
  return type === "text/plain" && typeof value === "string" ? value : JSON.stringify(value);
}

function text(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}
