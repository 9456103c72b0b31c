import { DejimaError } from "../../contract/error.ts";
import { trimEndOf } from "../../text/trim-end.ts";
import type { Operation, Parameter } from "./openapi-document.ts";

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
    throw new DejimaError("host_blocked", `Cannot call "${method} ${path}": it leads away from ${base}`, {
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
      `Cannot put "${part}" into the path as "${name}": it would lead elsewhere`,
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
  if (style === "deepObject") return entries.map(([key, held]) => [`${name}[${key}]`, text(held)]);
  if (explode) return entries.map(([key, held]) => [key, text(held)]);
  return [[name, entries.flatMap(([key, held]) => [key, text(held)]).join(",")]];
}

function encoded(type: string, value: unknown): string {
  if (type === "application/x-www-form-urlencoded" && typeof value === "object" && value !== null)
    return new URLSearchParams(
      Object.fromEntries(Object.entries(value).map(([key, held]) => [key, text(held)])),
    ).toString();
  return type === "text/plain" && typeof value === "string" ? value : JSON.stringify(value);
}

function text(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}
