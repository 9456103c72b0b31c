// What every HTTP door does with too much, too slow, and too often.
import { once } from "node:events";
import { expect, test } from "vitest";
import { rawConnection, statusOf } from "../http/raw-request.ts";
import { sendRequest } from "../http/send-request.ts";
import { type EveryDoor, everyDoor, type OpenDoor } from "./every-door.ts";
import { CALL, goodRequest, type RequestParts, wireText } from "./request-parts.ts";

/** The status of one request with these further headers. */
async function statusAt(
  door: OpenDoor,
  token?: string,
  added: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { headers, body }: RequestParts = goodRequest(door.host, token);
  const all = { ...Object.fromEntries(headers), ...added };
  return (await sendRequest(`${door.url}/mcp`, { method: "POST", headers: all, body })).status;
}

async function statuses(
  door: OpenDoor,
  count: number,
  added: (at: number) => Readonly<Record<string, string>>,
) {
  const seen: number[] = [];
  for (let at = 0; at < count; at++) seen.push(await statusAt(door, undefined, added(at)));
  return seen;
}

const wrong = (at: number) => ({ authorization: `Bearer dj_guess${at}` });
const refusedAfter = (most: number, count: number) => [
  ...Array.from({ length: most }, () => 401),
  ...Array.from({ length: count - most }, () => 429),
];

test("at every door an address has 20 wrong tokens a minute, and a good one is let in all the same", async () => {
  await using open = await everyDoor();
  const good = await open.tokens.create("ann", "user");
  for (const door of open.doors) {
    expect([door.name, await statuses(door, 25, wrong)]).toEqual([door.name, refusedAfter(20, 25)]);
    expect([door.name, await statusAt(door, good)]).toEqual([door.name, 200]);
    if (door.needsNone) expect([door.name, await statusAt(door)]).toEqual([door.name, 200]);
  }
});

test("at every door forwarded addresses count only from the operator's proxy, and only its nearest hop", async () => {
  await using plain = await everyDoor();
  await using proxied = await everyDoor({ proxies: ["127.0.0.0/8", "::1", "10.0.0.0/8"] });
  const spoofed = (at: number) => ({ ...wrong(at), "x-forwarded-for": `203.0.113.${at}` });
  const behind = (at: number) => ({
    ...wrong(at),
    "x-forwarded-for": `203.0.113.${at}, 198.51.100.7, 10.0.0.9`,
  });
  for (const door of plain.doors)
    expect([door.name, await statuses(door, 22, spoofed)]).toEqual([door.name, refusedAfter(20, 22)]);
  for (const door of proxied.doors) {
    expect([door.name, await statuses(door, 22, behind)]).toEqual([door.name, refusedAfter(20, 22)]);
    expect([door.name, await statuses(door, 22, spoofed)]).toEqual([door.name, refusedAfter(22, 22)]);
    expect([door.name, await statusAt(door, undefined, { "x-forwarded-for": "127.0.0.1" })]).toEqual([
      door.name,
      401,
    ]);
  }
});

test("at every door each request on a connection is judged separately, even if they arrive together", async () => {
  await using open = await everyDoor();
  const good = await open.tokens.create("ann", "user");
  for (const door of open.doors) {
    const kept = (token?: string, host = door.host) =>
      wireText(goodRequest(host, token)).replace("Connection: close", "Connection: keep-alive");
    const connection = rawConnection(door.url);
    connection.write(
      kept(good) +
        kept() +
        kept("dj_wrong") +
        kept(good, "evil.example") +
        wireText(goodRequest(door.host, good)),
    );
    const answers = [...(await connection.answer).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
      Number(status),
    );
    expect([door.name, answers]).toEqual([door.name, [200, door.needsNone ? 200 : 401, 401, 403, 200]]);
  }
});

test("at every door a token counts until it is revoked, and one that may only look may not call", async () => {
  await using open = await everyDoor();
  const ann = await open.tokens.create("ann", "user");
  const viewer = await open.tokens.create("vera", "viewer");
  for (const door of open.doors) expect([door.name, await statusAt(door, ann)]).toEqual([door.name, 200]);
  for (const door of open.doors) expect([door.name, await statusAt(door, viewer)]).toEqual([door.name, 403]);
  await open.tokens.revoke("ann");
  for (const door of open.doors) expect([door.name, await statusAt(door, ann)]).toEqual([door.name, 401]);
});

test("at every door a body that goes on and on is cut off", async () => {
  await using open = await everyDoor();
  const good = await open.tokens.create("ann", "user");
  const piece = `${(1 << 20).toString(16)}\r\n${"x".repeat(1 << 20)}\r\n`;
  for (const door of open.doors) {
    const connection = rawConnection(door.url);
    const head = wireText(goodRequest(door.host, good)).replace(
      /Content-Length: .*/s,
      "Transfer-Encoding: chunked\r\n\r\n",
    );
    connection.write(head);
    for (let sent = 0; sent < 16 && !connection.socket.destroyed; sent++)
      if (!connection.socket.write(piece))
        await Promise.race([once(connection.socket, "drain").catch(() => {}), connection.answer]);
    connection.write("0\r\n\r\n");
    expect([door.name, [413, 0].includes(statusOf(await connection.answer))]).toEqual([door.name, true]);
  }
  expect(calls(open)).toBe(0);
});

test("at every door slow heads and slow bodies are given up, while others are served", async () => {
  await using open = await everyDoor({ patience: { headersMs: 300, requestMs: 600 } });
  const good = await open.tokens.create("ann", "user");
  for (const door of open.doors) {
    const whole = wireText(goodRequest(door.host, good));
    const [head, body] = [rawConnection(door.url), rawConnection(door.url)];
    head.write(whole.slice(0, 60));
    body.write(whole.slice(0, -CALL.length + 10));
    const served = await statusAt(door, good);
    expect([door.name, statusOf(await head.answer), statusOf(await body.answer), served]).toEqual([
      door.name,
      408,
      408,
      200,
    ]);
  }
  expect(calls(open)).toBe(open.doors.length);
});

function calls({ world }: EveryDoor): number {
  return world.events.filter(({ type }) => type === "call-start").length;
}
