import { expect, test } from "vitest";
import { admitHost, parseHostRules } from "../../src/network/admit-host.ts";
import { checkUrl } from "../../src/network/follow-redirect.ts";
import { aClient, codeOf } from "./a-client.ts";
import { NAMES, PERMITTED, REFUSED, RULES } from "./hostile-urls.ts";

const lookup = async (host: string) => {
  const addresses = NAMES[host];
  if (addresses === undefined) throw new Error(`${host} is not in the table`);
  return addresses;
};

test("the table is large enough", () => {
  expect(new Set(REFUSED).size).toBeGreaterThan(100);
});

test.each(REFUSED)("request() refuses %j before anything is connected", async (url) => {
  const client = aClient({ ...RULES, lookup });
  expect(await codeOf(client.request({ url }))).toBe("host_blocked");
  expect(client.records.filter(({ address }) => address !== undefined)).toEqual([]);
});

test.each(PERMITTED)("admitHost() gives the addresses of %j", async (url) => {
  const admission = {
    allow: parseHostRules([], "allow"),
    deny: parseHostRules(RULES.deny, "deny"),
    allowPrivate: parseHostRules(RULES.allowPrivate, "allowPrivate"),
    lookup,
  };
  expect(await admitHost(checkUrl(url, { schemes: ["http:", "https:"] }), admission)).toHaveLength(1);
});

test("admitHost() with a list of hosts allows no other, not even a name below", async () => {
  const client = aClient({ allow: ["example.com"], lookup });
  expect(await codeOf(client.request({ url: "http://six.example.com/" }))).toBe("host_blocked");
  expect(client.records[0]?.error?.message).toContain("network.allow does not name it");
});

test("admitHost() takes a port under 1024 where the config names it", async () => {
  const admission = {
    allow: parseHostRules(["example.com:993"], "allow"),
    deny: parseHostRules([], "deny"),
    allowPrivate: parseHostRules([], "allowPrivate"),
    lookup,
  };
  expect(await admitHost(new URL("https://example.com:993/"), admission)).toEqual(["93.184.216.34"]);
});

test.each([
  ["https://127.0.0.1:18443/x", [], "dejima config set network.allowPrivate 127.0.0.1:18443"],
  ["http://[::1]:8080/", [], "dejima config set network.allowPrivate '[::1]:8080'"],
  ["http://127.0.0.1/", ["nas.local"], "127.0.0.1:80. This replaces the list"],
  // Nothing that a shell would run, and no command for addresses that are reserved.
  ["http://$(id).example/", [], '"$(id).example" in network.allowPrivate would permit it'],
  ["http://169.254.169.254/", [], '"169.254.169.254" in network.allowPrivate would permit it'],
])("admitHost() says how to permit %s", async (url, allowPrivate, hint) => {
  const admission = {
    allow: parseHostRules([], "allow"),
    deny: parseHostRules([], "deny"),
    allowPrivate: parseHostRules(allowPrivate, "allowPrivate"),
    lookup: async () => ["10.0.0.1"],
  };
  await expect(admitHost(new URL(url), admission)).rejects.toThrow(hint);
});

test("admitHost() reaches a metadata service only where the config names the address itself", async () => {
  for (const [allowPrivate, verdict] of [
    [["stolen.corp"], "host_blocked"],
    [["*"], "host_blocked"],
    [["169.254.0.0/16"], "reached"],
  ] as const) {
    const rules = { allow: [], deny: [], allowPrivate };
    const admission = {
      allow: parseHostRules(rules.allow, "allow"),
      deny: parseHostRules(rules.deny, "deny"),
      allowPrivate: parseHostRules(rules.allowPrivate, "allowPrivate"),
      lookup,
    };
    const urls = ["http://stolen.corp/", "http://169.254.169.254/"];
    const refused = admitHost(new URL("http://stolen.corp/"), admission);
    // The hint names what would work, not what is listed already.
    await expect(refused).rejects.toThrow(/ask for it, with "169\.254\.169\.254" in network\.allowPrivate$/);
    const verdicts = await Promise.all(
      urls.map((url) =>
        admitHost(new URL(url), admission).then(
          () => "reached",
          (error) => error.code,
        ),
      ),
    );
    expect(verdicts).toEqual(["host_blocked", verdict]);
  }
});

test("createHttpClient() refuses an invalid pattern, and says where it is", () => {
  expect(() => aClient({ deny: ["https://a.com"] })).toThrow('Cannot use "https://a.com" in network.deny');
});
