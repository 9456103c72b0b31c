import type { BoundSecret, SecretUse } from "../../contract/data/secret.ts";
import { DejimaError } from "../../contract/error.ts";

/** A secret, and its placeholder in the requests of one sandbox. */
export interface PlacedSecret {
  readonly secret: BoundSecret;
  readonly placeholder: string;
}

/** A program's request as it is sent. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The whole body, if it was searched. */
  readonly body: Buffer | undefined;
}

/**
 * Headers that tell some hosts another method, path or host than the request itself, to which a secret is
 * bound.
 */
const OVERRIDES =
  /^(?:x-)?(?:http-)?method(?:-override)?$|^x-(?:original|rewrite|forwarded|override|envoy-original)-(?:url|uri|path|method|host|server|prefix|port|proto|scheme)$|^x-(?:host|http-host-override|original-host)$|^forwarded$/;

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const BASIC = /^(basic\s+)([A-Za-z0-9+/_-]+={0,2})\s*$/i;

/**
 * Inserts secret values for their placeholders: in headers, in the query, and in the body if it was searched.
 * Rejects with `tool_not_allowed` if a secret is not bound to the request.
 */
export async function insertSecrets(request: Outgoing, secrets: readonly PlacedSecret[]): Promise<Outgoing> {
  let { url, headers, body } = request;
  const override = Object.keys(headers).find((name) =>
    OVERRIDES.test(name.toLowerCase().replaceAll("_", "-")),
  );
  const reveal = (secret: BoundSecret, place: SecretUse["place"]) => {
    if (override !== undefined) throw overridden(secret.name, override);
    return secret.reveal({ url: request.url.href, method: request.method, place });
  };
  for (const { secret, placeholder } of secrets) {
    if (containsAny(headers, placeholder)) {
      const value = await reveal(secret, "header");
      if (!HEADER_VALUE.test(value)) throw notInHeader(secret.name);
      headers = mapHeaders(headers, (text) => inHeader(text, placeholder, value));
    }
    const address = url.pathname + url.search;
    if (address.includes(placeholder)) {
      const value = encodeURIComponent(await reveal(secret, "query"));
      url = new URL(
        address.replaceAll(placeholder, () => value),
        url,
      );
    }
    if (body?.includes(placeholder)) {
      const value = await reveal(secret, "body");
      const type = headers["content-type"]?.[0] ?? "";
      body = Buffer.from(
        body.toString("latin1").replaceAll(placeholder, () => inBody(value, type)),
        "latin1",
      );
    }
  }
  return { ...request, url, headers, body };
}

function containsAny(headers: Outgoing["headers"], placeholder: string): boolean {
  return Object.values(headers).some((texts) =>
    texts.some((text) => inHeader(text, placeholder, "") !== text),
  );
}

function mapHeaders(headers: Outgoing["headers"], map: (text: string) => string): Outgoing["headers"] {
  return Object.fromEntries(Object.entries(headers).map(([name, texts]) => [name, texts.map(map)]));
}

/** A header with the value inserted, also inside basic authentication. */
function inHeader(text: string, placeholder: string, value: string): string {
  const [, scheme = "", login = ""] = BASIC.exec(text) ?? [];
  if (login === "") return text.replaceAll(placeholder, () => value);
  const plain = Buffer.from(login, "base64").toString("latin1");
  if (!plain.includes(placeholder)) return text.replaceAll(placeholder, () => value);
  return (
    scheme +
    Buffer.from(
      plain.replaceAll(placeholder, () => value),
      "latin1",
    ).toString("base64")
  );
}

/** A value encoded for a body of this type, one character per byte. */
function inBody(value: string, type: string): string {
  const text = /json/i.test(type)
    ? JSON.stringify(value).slice(1, -1)
    : /x-www-form-urlencoded/i.test(type)
      ? encodeURIComponent(value)
      : value;
  return Buffer.from(text).toString("latin1");
}

function overridden(name: string, header: string): DejimaError {
  return new DejimaError(
    "tool_not_allowed",
    `Cannot use the secret ${name} together with the header ${header.slice(0, 60)}: it may tell the host to do something else than the request says. Leave it out`,
    { secret: name },
  );
}

function notInHeader(name: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot put the secret ${name} into a header: it contains a line break or another character that a header cannot have`,
  );
}
