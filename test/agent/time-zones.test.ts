import { expect, test } from "vitest";
import {
  cacheZoneFormatters,
  isoText,
  localDay,
  localTime,
  zonedIso,
} from "../../src/contract/words/local-time.ts";
import { createOfflineModel } from "../../src/model/language/offline/offline-model.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { anAgent, hear } from "./an-agent.ts";
import { aCommandLine } from "./command-line.ts";

// Far enough from each other that their days differ at any moment.
const EAST = "Pacific/Kiritimati";
const WEST = "Pacific/Pago_Pago";

test("zonedIso(), localTime() and localDay() tell a time in a zone", () => {
  const at = Date.parse("2026-11-16T23:30:00Z");
  expect(zonedIso(at, "Asia/Tokyo")).toBe("2026-11-17T08:30:00+09:00");
  expect(localTime(at, "America/New_York")).toBe("2026-11-16 18:30");
  expect(localDay(at, "Asia/Tokyo")).toBe("2026-11-17");
});

test("localDay() with a formatter that is kept tells each day, from its first moment on", () => {
  const formatter = cacheZoneFormatters()("Asia/Tokyo");
  const midnight = Date.parse("2026-11-17T00:00:00+09:00");
  const days = [-1, 0, 59_999, 60_000, -1].map((later) => localDay(midnight + later, undefined, formatter));
  expect(days).toEqual(["2026-11-16", "2026-11-17", "2026-11-17", "2026-11-17", "2026-11-16"]);
});

test("isoText() with a formatter that is kept tells each moment, also where a minute or the offset changes", () => {
  const kept = cacheZoneFormatters()("Europe/Berlin");
  const change = Date.parse("2026-10-25T01:00:00Z");
  for (const later of [-61_000, -60_000, -59_001, -1_000, -1, 0, 999, 1_000, 59_999, 60_000, -1]) {
    const fresh = cacheZoneFormatters()("Europe/Berlin");
    expect(isoText(change + later, kept)).toBe(berlinTime(change + later));
    expect(isoText(change + later, fresh)).toBe(berlinTime(change + later));
  }
});

/** The same by arithmetic: Berlin is two hours ahead before the change, and one after it. */
function berlinTime(at: number): string {
  const hours = at < Date.parse("2026-10-25T01:00:00Z") ? 2 : 1;
  return `${new Date(at + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
}

test.each([EAST, WEST])("the prompt names the day where the user is: %s", async (timezone) => {
  await using agent = await anAgent([{ text: "Yes." }]);
  await agent.runtime.profiles.set("local", "timezone", timezone);
  const before = localDay(Date.now(), timezone);
  const told = await agent.tell("what day is it?");
  const days = [before, localDay(Date.now(), timezone)];
  expect(days).toContain(/Date: (\S+)\./.exec(agent.model.requests[0]?.system ?? "")?.[1]);
  expect(days).toContain(told.of("turn-start")[0]?.today);
  expect(await agent.runtime.agent.replay(told.runId)).toMatchObject({ same: true });
});

test("a planned time is told in the user's zone, never as raw UTC", async () => {
  await using world = await aRuntime({ model: createOfflineModel() });
  await world.runtime.profiles.set("local", "timezone", "Asia/Tokyo");
  const told = await hear(world.runtime.agent.run("明天9点提醒我开会"));
  expect(told.end.answer).toMatch(/下一次 \d{4}-\d\d-\d\d 09:00/);
  expect(told.end.answer).not.toMatch(/\d\dZ|\.000/);
  const [planned] = told.of("call-end").filter(({ tool }) => tool === "schedule_task");
  expect(JSON.stringify(planned?.result)).toMatch(/T09:00:00\+09:00/);
});

test("tables of the terminal tell times in its zone", async () => {
  await using line = await aCommandLine({});
  await line.run(["tool", "call", "current_time"]);
  const env = { TZ: EAST };
  const shown = await line.run(["log", "list"], { env, asProcess: true });
  const [run] = (await line.run(["log", "list", "--json"])).lines()[0] as unknown as { startedAt: number }[];
  expect(shown.stdout).toContain(localTime(run?.startedAt ?? 0, EAST));
  expect(shown.stdout).not.toMatch(/\d\dZ/);
});
