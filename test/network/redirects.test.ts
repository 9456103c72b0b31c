import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { aClient, codeOf } from "./a-client.ts";
import { aServer } from "./a-server.ts";

/** `/to?x` leads to x; `/hop?n&x` leads there over n steps; `/code?c&x` with that status. */
const leading: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
  const to = searchParams.get("to") ?? "/";
  const status = Number(searchParams.get("status") ?? 302);
  const steps = Number(searchParams.get("steps") ?? 0);
  if (pathname === "/end") return response.end(request.method);
  if (steps === 0) return response.writeHead(status, { location: to }).end();
  const next = `/lead?steps=${steps - 1}&status=${status}&to=${encodeURIComponent(to)}`;
  return response.writeHead(status, { location: next }).end();
};
const lead = (to: string, query = "") => `/lead?to=${encodeURIComponent(to)}${query}`;

test.each([
  "http://169.254.169.254/latest/meta-data/",
  "http://127.0.0.2/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://0.0.0.0/",
  "http://10.0.0.1/",
  "http://192.168.0.1/admin",
  "http://2130706433/",
  "http://0x7f.0.0.2/",
  "http://0177.0.0.2/",
  "//10.0.0.1/",
  "//0x0a000001/",
  "\\\\10.0.0.1\\",
  "http://localhost/",
  "http://inner.evil.com/",
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:6379/_INFO",
  "javascript:alert(1)",
  "http://user:password@127.0.0.1/",
  "http://127.0.0.1:22/",
  "http://[::",
])("request() does not follow a redirect to %s, at once or over three steps", async (to) => {
  await using server = await aServer(leading);
  const lookup = async (host: string) => (host === "localhost" ? ["::1"] : ["10.0.0.9"]);
  for (const query of ["", "&steps=3", "&status=307", "&steps=3&status=308"]) {
    const client = aClient({ lookup });
    expect(await codeOf(client.request({ url: `${server.url}${lead(to, query)}` }))).toBe("host_blocked");
    const reached = client.records.flatMap(({ address }) => address ?? []);
    expect(new Set(reached)).toEqual(new Set(["127.0.0.1"]));
  }
});

test("request() follows as many redirects as it may, and no more", async () => {
  await using server = await aServer(leading);
  const client = aClient({ maxRedirects: 3 });
  const ended = await client.request({ url: `${server.url}${lead("/end", "&steps=2")}` });
  expect([ended.url, ended.body.toString()]).toEqual([`${server.url}/end`, "GET"]);
  expect(client.records.map(({ step, status }) => [step, status])).toEqual([
    [0, 302],
    [1, 302],
    [2, 302],
    [3, 200],
  ]);
  expect(await codeOf(client.request({ url: `${server.url}${lead("/end", "&steps=3")}` }))).toBe(
    "limit_exceeded",
  );
});

test("request() ends a circle of redirects", async () => {
  await using server = await aServer((_request, response) =>
    response.writeHead(302, { location: "/" }).end(),
  );
  expect(await codeOf(aClient().request({ url: server.url }))).toBe("limit_exceeded");
  expect(server.requests).toHaveLength(6);
});

test.each([
  ["POST", 301, "GET"],
  ["POST", 302, "GET"],
  ["POST", 303, "GET"],
  ["PUT", 303, "GET"],
  ["PUT", 302, "PUT"],
  ["POST", 307, "POST"],
  ["HEAD", 303, "HEAD"],
])("request() turns %s after %i into %s, as browsers do", async (method, status, next) => {
  await using server = await aServer(leading);
  const body = method === "HEAD" ? {} : { body: "data", headers: { "content-type": "text/plain" } };
  await aClient().request({ url: `${server.url}${lead("/end", `&status=${status}`)}`, method, ...body });
  const [, last] = server.requests;
  expect(last?.method).toBe(next);
  expect(last?.headers["content-type"]).toBe(next === method && method !== "HEAD" ? "text/plain" : undefined);
});

test("request() takes no credentials to another origin, but keeps them on its own", async () => {
  await using other = await aServer((_request, response) => response.end());
  await using server = await aServer(leading);
  const headers = { authorization: "Bearer s", cookie: "a=b", "X-Api-Key": "k", "x-colour": "blue" };
  await aClient().request({ url: `${server.url}${lead(other.url)}`, headers });
  const arrived = Object.keys(other.requests[0]?.headers ?? {});
  expect(arrived).toContain("x-colour");
  expect(arrived.filter((name) => /auth|cookie|key/.test(name))).toEqual([]);

  await aClient().request({ url: `${server.url}${lead("/end")}`, headers });
  expect(server.requests[2]?.headers).toMatchObject({ authorization: "Bearer s", cookie: "a=b" });
});

test("request() hands back a redirect that would take a body to another origin", async () => {
  await using other = await aServer(() => expect.unreachable("asked"));
  await using server = await aServer(leading);
  const url = `${server.url}${lead(other.url, "&status=307")}`;
  const { status, headers } = await aClient().request({ url, method: "POST", body: "secret" });
  expect([status, headers.location]).toEqual([307, other.url]);
});

test("request() with same-host hands back a redirect to another host, without asking for its address", async () => {
  await using server = await aServer(leading);
  const client = aClient({ lookup: () => expect.unreachable("looked up") });
  const elsewhere = "https://secret.example.com/";
  const { status, headers } = await client.request({
    url: `${server.url}${lead(elsewhere)}`,
    redirects: "same-host",
  });
  expect([status, headers.location]).toEqual([302, elsewhere]);
  const inside = client.request({ url: `${server.url}${lead("http://localhost/")}`, redirects: "same-host" });
  expect(await codeOf(inside)).toBe("host_blocked");
  const same = await client.request({ url: `${server.url}${lead("/end")}`, redirects: "same-host" });
  expect(same.body.toString()).toBe("GET");
});
