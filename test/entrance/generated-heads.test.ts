// Ten thousand heads made of good and bad headers, at both apps. What must become of each is known from what it was made of.
import { expect, test } from "vitest";
import { createEntrance } from "../../src/access/entrance.ts";
import { openOAuth } from "../../src/access/oauth/open-oauth.ts";
import { openTokens } from "../../src/access/tokens.ts";
import { createApp } from "../../src/doors/http/app.ts";
import type { Mounted } from "../../src/doors/http/app-context.ts";
import { createMcpApp } from "../../src/doors/http/mcp-app.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { FORWARDING_NAMES } from "./attacks.ts";

const HEADS = 10_000;
const SEED = 20_261_115;

/** A small generator of numbers below a bound, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const HOST = "localhost:7788";
const GOOD_HOSTS = [HOST, "LOCALHOST", "127.0.0.1:7788", "[::1]"];
const BAD_HOSTS = [
  "evil.example",
  "localhost.",
  "127.1",
  "",
  "localhost:x",
  "user@localhost",
  "[::ffff:127.0.0.1]",
];
const BAD_ORIGINS = ["null", "https://evil.example", "http://localhost:1", "chrome-extension://x", ""];
const BAD_SITES = ["cross-site", "same-site", "sames-origin"];
const BAD_TOKENS = ["Bearer dj_wrong", "Basic dj_x", "Bearer\tx", "", "dj_x", "Bearer x y", "Bearer dj_"];
const HARMLESS = [
  "Accept",
  "User-Agent",
  "X-Request-Id",
  "Accept-Language",
  "Cookie",
  "Mcp-Name",
  "Referer",
  "DNT",
  "X-Requested-With",
];
const FORMS = [
  "text/plain",
  "TEXT/Plain; charset=x",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
];

interface Head {
  readonly rawHeaders: readonly string[];
  readonly address: string;
  /** The status that it must get where nobody needs a token, and where everybody does. */
  readonly expected: { readonly open: number; readonly closed: number };
}

function makeHead(below: (most: number) => number, token: string): Head {
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item; // it is within the list
  const spelled = (name: string) => pick([name, name.toLowerCase(), name.toUpperCase()]);
  const lines: [string, string][] = [];
  const add = (name: string, value: string) =>
    lines.splice(below(lines.length + 1), 0, [spelled(name), value]);
  const chance = (outOf: number) => below(outOf) === 0;

  const goodHost = pick(GOOD_HOSTS);
  const badHost = chance(6);
  if (!(badHost && chance(4))) add("Host", badHost ? pick(BAD_HOSTS) : goodHost);
  const twoHosts = !badHost && chance(12);
  if (twoHosts) add("Host", pick([goodHost, "evil.example"]));

  const ownOrigin = chance(4);
  if (ownOrigin) add("Origin", `http://${goodHost}`);
  const foreign = chance(8);
  if (foreign) add("Origin", pick(BAD_ORIGINS));
  const badSite = chance(10);
  if (badSite) add("Sec-Fetch-Site", pick(BAD_SITES));
  else if (chance(4)) add("Sec-Fetch-Site", pick(["same-origin", "none"]));

  const form = chance(10);
  add("Content-Type", form ? pick(FORMS) : "application/json");

  const forwarded = chance(3);
  if (forwarded)
    for (let at = below(3); at >= 0; at--) add(pick(FORWARDING_NAMES), pick(["", "127.0.0.1", "::1", "x"]));
  const far = chance(6);

  const kind = pick(["none", "none", "good", "good", "any", "bad", "twice"] as const);
  if (kind === "good") add("Authorization", `${pick(["Bearer", "bearer", "BEARER"])} ${token}`);
  if (kind === "any") add("Authorization", "Bearer sk-something");
  if (kind === "bad") add("Authorization", pick(BAD_TOKENS));
  if (kind === "twice") for (let at = 0; at < 2; at++) add("Authorization", `Bearer ${token}`);
  for (let at = below(4); at > 0; at--) add(pick(HARMLESS), "x");

  const outside = badHost || twoHosts || foreign || badSite;
  const near = !forwarded && !far;
  const refused = outside ? 403 : form ? 400 : undefined;
  const closed = refused ?? (kind === "good" ? 200 : 401);
  const open = refused ?? (kind === "good" || ((kind === "none" || kind === "any") && near) ? 200 : 401);
  const address = far
    ? pick(["203.0.113.7", "2001:db8::1", "10.0.0.1", "unknown"])
    : pick(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
  return { rawHeaders: lines.flat(), address, expected: { open, closed } };
}

test(`${HEADS} generated heads are let in, or refused with the right status, by both apps`, async () => {
  await using world = await aRuntime();
  const { runtime } = world;
  const tokens = openTokens(runtime.store.documents);
  const token = await tokens.create("ann", "user");
  let time = 0;
  const mcp: Mounted = {
    fetch: async (_request, caller) => Response.json(caller.name),
    close: async () => {},
  };
  const entranceOf = (needsToken: boolean) =>
    createEntrance({
      tokens,
      hosts: ["localhost", "127.0.0.1", "[::1]"],
      anonymous: needsToken ? undefined : { name: "local", role: "admin" },
      perMinute: 1_000_000,
      // A minute goes by between two requests: here nobody is refused for coming too often.
      now: () => (time += 60_000),
    });
  const onFault = (error: unknown) => expect.unreachable(String(error));
  const { documents } = runtime.store;
  const oauth = openOAuth({ documents, tokens, localRole: undefined });
  const logins = { oauth, publicUrl: undefined };
  const apps = (["open", "closed"] as const).flatMap((fate) => [
    { fate, app: createMcpApp({ entrance: entranceOf(fate === "closed"), mcp, onFault, ...logins }) },
    { fate, app: createApp({ runtime, entrance: entranceOf(fate === "closed"), mcp, onFault }) },
  ]);
  const below = numbers(SEED);
  const counts = new Map<number, number>();
  for (let at = 0; at < HEADS; at++) {
    const { rawHeaders, address, expected } = makeHead(below, token);
    const { fate, app } = apps[at % apps.length] ?? expect.unreachable();
    const request = new Request("http://localhost/mcp", { method: "POST" });
    const incoming = {
      method: "POST",
      url: "/mcp",
      httpVersion: "1.1",
      rawHeaders,
      socket: { remoteAddress: address },
    };
    const { status } = await app.fetch(request, { incoming });
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status !== expected[fate])
      expect.unreachable(
        `${fate} from ${address}: ${status} instead of ${expected[fate]} for ${JSON.stringify(rawHeaders)}`,
      );
  }
  for (const status of [200, 400, 401, 403])
    expect([status, counts.get(status) ?? 0]).toEqual([status, expect.any(Number)]);
  expect(Math.min(...counts.values())).toBeGreaterThan(HEADS / 50); // each of them was tried often
});
