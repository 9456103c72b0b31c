import { assert, expect, test } from "vitest";
import type { Settings } from "../../config/load-config.ts";
import type { ConfigInput } from "../../config/schema/config-schema.ts";
import { settingsFrom } from "../../config/settings-from.ts";
import { DejimaError } from "../../contract/error.ts";
import { liveSettings } from "./live-settings.ts";

const settings = (config: ConfigInput, more: Partial<Settings> = {}): Settings => ({
  ...settingsFrom(config, { base: "/project", home: "/project/.dejima" }),
  ...more,
});

function live(config: ConfigInput, prepareRules: (next: Settings) => () => void = () => () => {}) {
  return liveSettings(settings(config), { prepareRules, now: () => 0 });
}

test("reload() applies live settings, names those that need a restart, and keeps the rest", async () => {
  const held = live({ persona: "plain", server: { rateLimit: 10 } });
  const seen: string[] = [];
  held.follow(["persona"], (next) => seen.push(next.config.persona));
  held.follow(["models"], () => assert.fail("nothing of it changed"));
  const report = await held.reload(async () => settings({ persona: "kurisu", server: { rateLimit: 20 } }));
  expect(report).toMatchObject({ applied: ["persona"], restart: ["server.rateLimit"], problems: [] });
  expect(seen).toEqual(["kurisu"]);
  expect(held.current().config).toMatchObject({ persona: "kurisu", server: { rateLimit: 10 } });
});

test("reload() changes nothing when the rules cannot be read", async () => {
  const held = live({ persona: "plain" }, () => {
    throw new DejimaError("invalid_input", "Cannot read the rule");
  });
  held.follow(["persona"], () => assert.fail("applied"));
  const report = await held.reload(async () => settings({ persona: "kurisu" }));
  expect(report).toMatchObject({ applied: [], problems: ["Cannot read the rule"] });
  expect(held.current().config.persona).toBe("plain");
});

test("reload() tries again what could not be applied the last time", async () => {
  const held = live({ persona: "plain" });
  let fails = true;
  held.follow(["persona"], () => {
    if (fails) throw new DejimaError("io_error", "Cannot load it");
  });
  const load = async () => settings({ persona: "kurisu" });
  expect(await held.reload(load)).toMatchObject({ applied: [], problems: ["Cannot load it"] });
  expect(held.current().config.persona).toBe("plain");
  fails = false;
  expect(await held.reload(load)).toMatchObject({ applied: ["persona"], problems: [] });
});

test("reload() keeps the settings of a config that is gone or that is for another folder", async () => {
  const file = "/project/dejima.yaml";
  const held = liveSettings(settings({ persona: "kurisu" }, { file }), {
    prepareRules: () => () => {},
    now: () => 0,
  });
  held.follow(["persona"], () => assert.fail("applied"));
  expect(await held.reload(async () => settings({}))).toMatchObject({
    problems: [expect.stringContaining("was deleted")],
  });
  const elsewhere = settings({ persona: "plain" }, { file: "/dejima.yaml", base: "/" });
  expect(await held.reload(async () => elsewhere)).toMatchObject({
    problems: [expect.stringContaining("Restart")],
  });
  expect(held.current().config.persona).toBe("kurisu");
});

test("renewed() creates its value again after a change; holders of the old one keep it", async () => {
  const held = live({ persona: "plain" });
  const persona = held.renewed(["persona"], async () => ({ name: held.current().config.persona }));
  const before = await persona();
  await held.reload(async () => settings({ persona: "kurisu", server: { rateLimit: 20 } }));
  expect(before.name).toBe("plain");
  expect(await persona()).toEqual({ name: "kurisu" });
  expect(await persona()).toBe(await persona());
});

test("reload() learns the secrets of a changed config before anything uses them", async () => {
  const held = live({});
  const order: string[] = [];
  held.follow(["persona"], () => order.push("used"));
  held.follow([], ({ secrets }) => order.push(...secrets));
  await held.reload(async () => settings({ persona: "kurisu" }, { secrets: ["s3cret"] }));
  expect(order).toEqual(["s3cret", "used"]);
});
