import { expect, test, vi } from "vitest";
import { createQuickRequests } from "./quick-requests.ts";

function aWire() {
  const sent: { id?: string; method: string; params: Record<string, unknown> }[] = [];
  const quick = createQuickRequests((message) => void sent.push(message as (typeof sent)[number]));
  return { sent, quick };
}
const patient = { timeoutMs: 60_000 };

test("createQuickRequests() brings answers to the requests that they are for, in any order", async () => {
  const { sent, quick } = aWire();
  const one = quick.request("tools/call", { name: "one" }, patient);
  const two = quick.request("tools/call", { name: "two" }, patient);
  const [first, second] = sent;
  expect(quick.receive({ id: second?.id, result: "second" })).toBe(true);
  expect(quick.receive({ id: first?.id, error: { code: -32_602, message: "no", data: { why: 1 } } })).toBe(
    true,
  );
  expect(await two).toBe("second");
  await expect(one).rejects.toMatchObject({ code: -32_602, message: "no", data: { why: 1 } });
});

test("createQuickRequests() ignores messages of other requests", () => {
  const { quick } = aWire();
  expect(quick.receive({ id: 1, result: {} })).toBe(false);
  expect(quick.receive({ method: "notifications/message" })).toBe(false);
  expect(quick.receive({ id: "dejima-1", method: "roots/list" })).toBe(false);
});

test("createQuickRequests() tells the server when a request is given up, and fails those under way when the wire ends", async () => {
  const { sent, quick } = aWire();
  const controller = new AbortController();
  const cancelled = quick.request("tools/call", {}, { ...patient, signal: controller.signal });
  const late = quick.request("tools/call", {}, { timeoutMs: 1 });
  const lost = quick.request("tools/call", {}, patient);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: "ABORTED" });
  await expect(late).rejects.toMatchObject({ code: "REQUEST_TIMEOUT" });
  const told = sent.filter(({ method }) => method === "notifications/cancelled");
  expect(told.map(({ params }) => params.requestId)).toEqual([sent[0]?.id, sent[1]?.id]);
  quick.close();
  await expect(lost).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
});

test("createQuickRequests() gives a late answer to nobody, though another request waits in its place", async () => {
  const { sent, quick } = aWire();
  const late = quick.request("tools/call", {}, { timeoutMs: 1 });
  await expect(late).rejects.toMatchObject({ code: "REQUEST_TIMEOUT" });
  const next = quick.request("tools/call", {}, patient);
  expect(quick.receive({ id: sent[0]?.id, result: "late" })).toBe(true);
  expect(quick.receive({ id: sent.at(-1)?.id, result: "in time" })).toBe(true);
  expect(await next).toBe("in time");
});

test("createQuickRequests() gives each request its own time, in whatever order they were made", async () => {
  const { quick } = aWire();
  const ended: string[] = [];
  const wait = (name: string, timeoutMs: number) =>
    quick.request("tools/call", {}, { timeoutMs }).catch(() => void ended.push(name));
  const patientOne = wait("patient", 60_000);
  await Promise.all([wait("third", 60), wait("second", 30), wait("first", 1)]);
  expect(ended).toEqual(["first", "second", "third"]);
  quick.close();
  await patientOne;
  expect(ended.at(-1)).toBe("patient");
});

test("createQuickRequests() waits as long as a timer can, and sets none that would fire at once", async () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  try {
    const { quick } = aWire();
    const endless = quick.request("tools/call", {}, { timeoutMs: 2 ** 31 - 1 });
    expect(set.mock.lastCall?.[1]).toBeLessThan(2 ** 31);
    quick.close();
    await expect(endless).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  } finally {
    set.mockRestore();
  }
});
