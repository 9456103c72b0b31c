import { expect, test } from "vitest";
import { aRuntime } from "../support/a-runtime.ts";
import { aServer } from "./a-server.ts";

const LINK = `/${"a".repeat(400)}`;

test("a marked run tells a server nothing by the spelling of a known address", async () => {
  await using server = await aServer((_request, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(`<p>Words. <a href="/ok">More</a> and <a href="${LINK}">more</a>.</p>`),
  );
  await using world = await aRuntime({ config: { network: { allowPrivate: [`127.0.0.1:${server.port}`] } } });
  const run = await world.runtime.openRun({ named: [`${server.url}/start`] });
  const fetched = async (path: string) =>
    (await run.execute({ tool: "fetch", input: { url: `${server.url}${path}` } })).type;
  expect(await fetched("/start")).toBe("success");
  // Each of these reads as a known address, or as one that must be asked about.
  const respelled = LINK.replaceAll("a", (_letter, at: number) => (at % 3 === 0 ? "%61" : "a"));
  expect(await fetched(respelled)).toBe("success");
  for (const data of ["/secret/%%32e%%32e/ok", "/secret/.%%32e/ok", "/secret/%2%65%2%65/ok", "/secret"])
    expect([data, await fetched(data)]).toEqual([data, "failure"]);
  await fetched("/ok?");
  await fetched("/ok#secret");
  const seen = new Set(server.requests.map(({ url }) => url));
  expect([...seen].filter((url) => !["/start", "/ok", LINK].includes(url ?? ""))).toEqual([]);
});

test.each(["/admin/%%32e%%32e/z", "/admin/x/%%32e%%32e/%%32e%%32e/z", "/admin/%2%65%2%65/z"])(
  "a denied path is not reached as %s, also by redirect",
  async (path) => {
    await using server = await aServer((request, response) => {
      if (request.url !== "/start") expect.unreachable(`${request.url} was asked for`);
      response.writeHead(302, { location: path }).end();
    });
    await using world = await aRuntime({
      config: {
        network: { allowPrivate: [`127.0.0.1:${server.port}`] },
        permissions: { deny: [`fetch(${server.url}/admin/**)`] },
      },
    });
    for (const start of [path, "/start"]) {
      const outcome = await world.runtime.execute("fetch", { url: `${server.url}${start}` });
      expect([start, outcome.type]).toEqual([start, "failure"]);
    }
    expect(server.requests.length).toBe(1);
  },
);
