import type { Config } from "./config-schema.ts";

/** A part of a config that is not used until the user trusts it, and why. */
export interface HeldPart {
  /** Where it stands, such as `models.providers.openai`. */
  readonly key: string;
  readonly why: string;
}

/**
 * The parts of a config that would hand something of the user's to an address which only the config names: messages, keys
 * of the environment, the right to give orders. Whoever wrote the file chose the address; it may have come with a clone.
 */
export function heldParts(config: Config, secrets: readonly string[]): HeldPart[] {
  const { models, retrieval, telemetry, channels, webSearch, openapi } = config;
  const carries = (part: unknown) => carriesAny(part, secrets);
  return [
    ...Object.entries(models.providers).flatMap(([name, { baseUrl }]) =>
      held(`models.providers.${name}`, baseUrl, "chats, and your key, would go to"),
    ),
    ...held("retrieval.embedder", retrieval.embedder.url, "texts, memories among them, would go to"),
    ...(config.browser.trusted
      ? [{ key: "browser.trusted", why: "the browser would run outside the sandbox" }]
      : []),
    ...held("telemetry", telemetry.endpoint, "traces would go to"),
    ...held("channels.telegram", channels.telegram?.apiRoot, "orders would be taken from"),
    ...held("channels.qq", channels.qq?.url, "orders would be taken from"),
    ...[webSearch, ...(webSearch?.fallback ?? [])]
      .filter(carries)
      .flatMap((part) => held("webSearch", part?.url, "a variable of yours would go to"))
      .slice(0, 1),
    ...Object.entries(openapi)
      .filter(([, api]) => carries(api))
      .flatMap(([name, { document, baseUrl = document }]) =>
        held(`openapi.${name}`, [document, baseUrl].find(isRemote), "a variable of yours would go to"),
      ),
  ];
}

/** Whether a part of a config holds a value of the environment. */
export function carriesAny(part: unknown, secrets: readonly string[]): boolean {
  const text = JSON.stringify(part ?? "");
  return secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
}

/** The config without the held parts. Of a model's provider nothing is taken: without its address another would be asked. */
export function withoutParts(config: Config, parts: readonly HeldPart[]): Config {
  const keys = new Set(parts.map(({ key }) => key));
  const { browser, retrieval, telemetry, channels, openapi, ...rest } = config;
  if (keys.has("webSearch")) delete rest.webSearch;
  return {
    ...rest,
    browser: keys.has("browser.trusted") ? { ...browser, trusted: false } : browser,
    retrieval: keys.has("retrieval.embedder")
      ? { ...retrieval, embedder: { driver: "embedded", batch: retrieval.embedder.batch } }
      : retrieval,
    telemetry: keys.has("telemetry") ? { headers: {}, content: false } : telemetry,
    channels: Object.fromEntries(Object.entries(channels).filter(([name]) => !keys.has(`channels.${name}`))),
    openapi: Object.fromEntries(Object.entries(openapi).filter(([name]) => !keys.has(`openapi.${name}`))),
  };
}

/** Whether an address leads away from this machine. What is no address does not. */
export function isRemote(address: string): boolean {
  if (!/^(https?|wss?):/i.test(address)) return false;
  const host = URL.parse(address)?.hostname.toLowerCase();
  return host === undefined || !/^(localhost|[^/]+\.localhost|127(\.\d+){3}|\[::1\])\.?$/.test(host);
}

function held(key: string, address: string | undefined, what: string): HeldPart[] {
  if (address === undefined || !isRemote(address)) return [];
  return [{ key, why: `${what} ${URL.parse(address)?.host ?? "an unknown host"}` }];
}
