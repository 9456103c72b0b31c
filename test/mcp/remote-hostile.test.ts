import { afterEach, expect, test } from "vitest";
import { type AHarbour, aHarbour, outcomeOf } from "./a-harbour.ts";
import { anOddAddress, type OddAddress, type OddMode } from "./fixtures/an-odd-address.ts";

const addresses: OddAddress[] = [];
const harbours: AHarbour[] = [];
afterEach(async () => {
  for (const harbour of harbours.splice(0)) await harbour.close();
  for (const address of addresses.splice(0)) await address.close();
});
async function address(mode: OddMode, elsewhere?: string): Promise<OddAddress> {
  const made = await anOddAddress(mode, elsewhere);
  addresses.push(made);
  return made;
}
async function harbourWith(odd: OddAddress, options: object = {}) {
  const good = await address("good");
  const limits = { prefix: true, risk: "low", startTimeout: 1_500, timeout: 1_500 } as const;
  const harbour = await aHarbour({
    // The others answer at all: how soon depends on the machine.
    good: { ...limits, startTimeout: 60_000, timeout: 60_000, url: good.url },
    odd: { ...limits, url: odd.url, ...options },
  });
  harbours.push(harbour);
  const problems = await harbour.runtime.mcp.discover();
  return { ...harbour, problems };
}
/** The other server of the same harbour answers as if nothing had happened. */
const goodAnswers = async ({ runtime }: AHarbour) =>
  expect(await outcomeOf(runtime, "good__work")).toBe("worked");

test("a remote server that never answers is given up in time, and the others are there", async () => {
  const harbour = await harbourWith(await address("hangs"));
  expect([...harbour.problems.keys()]).toEqual(["odd"]);
  await goodAnswers(harbour);
});

for (const mode of ["huge-json", "huge-event"] as const) {
  test(`a result of 50 MB over HTTP is not read to its end (${mode})`, async () => {
    const harbour = await harbourWith(await address(mode), { timeout: 20_000 });
    const before = process.memoryUsage().rss;
    const [huge] = await Promise.all([outcomeOf(harbour.runtime, "odd__work"), goodAnswers(harbour)]);
    expect(huge).toMatchObject({ code: "too_large" });
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(400);
    await goodAnswers(harbour);
  });
}

test("a remote server that breaks off in the middle of a call fails it at once, not when its time is over", async () => {
  const harbour = await harbourWith(await address("cuts-off"), { timeout: 30_000 });
  const started = performance.now();
  expect(await outcomeOf(harbour.runtime, "odd__work")).toMatchObject({ code: "server_unavailable" });
  expect(performance.now() - started).toBeLessThan(5_000);
  await goodAnswers(harbour);
});

// Far longer than the test may take: it is the broken event that ends the wait.
const PATIENT = { startTimeout: 600_000, timeout: 600_000 };
const NOT_JSON = {
  code: "server_unavailable",
  message: expect.stringMatching(/The server sent an event that is not JSON: \{"jsonrpc":"2.0",/),
};

test("a remote server whose first event is not JSON is told at once, and the others are there", async () => {
  const harbour = await harbourWith(await address("broken-from-the-start"), PATIENT);
  expect(harbour.problems.get("odd")).toMatchObject(NOT_JSON);
  await goodAnswers(harbour);
});

test("a call fails at once when its answer is an event that is not JSON, and what it shows is plain", async () => {
  const harbour = await harbourWith(await address("broken-event"), PATIENT);
  const failed = await outcomeOf(harbour.runtime, "odd__work");
  expect(failed).toMatchObject(NOT_JSON);
  expect(JSON.stringify(failed)).not.toContain("\\u0007");
  await goodAnswers(harbour);
});

test("a flood of events stops neither the timeout of its call nor the calls of others", async () => {
  const harbour = await harbourWith(await address("floods"));
  const flooded = outcomeOf(harbour.runtime, "odd__work");
  await goodAnswers(harbour);
  expect(await flooded).toMatchObject({ code: "timeout" });
});

test("a redirect to another server is not followed, and headers do not go there", async () => {
  const other = await address("good");
  const odd = await address("redirects", other.url);
  const { problems } = await harbourWith(odd, { headers: { Authorization: "Bearer secret" } });
  expect([...problems.keys()]).toEqual(["odd"]);
  expect(odd.requests.some((line) => line.endsWith("Bearer secret"))).toBe(true);
  expect(other.requests).toEqual([]);
});

test("a server that leads its login to a private address gets nobody there", async () => {
  const inside = await address("good");
  const odd = await address("leads-inside", inside.url.replace("/mcp", "/.well-known/secret"));
  const { runtime } = await harbourWith(odd);
  const door = {
    redirectUrl: "http://127.0.0.1:49219/callback",
    show: () => {},
    answer: async () => new URLSearchParams(),
  };
  await expect(runtime.mcp.login("odd", door)).rejects.toMatchObject({
    code: "server_unavailable",
  });
  expect(inside.requests).toEqual([]);
});
