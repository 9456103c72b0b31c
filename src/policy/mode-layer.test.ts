import fc from "fast-check";
import { expect, test } from "vitest";
import { PERMISSION_MODES } from "../contract/asking/permission-mode.ts";
import { EFFECT_KINDS } from "../contract/effect.ts";
import { RISKS } from "../contract/tool.ts";
import { VERDICTS } from "../contract/verdict.ts";
import { judge } from "./judge.ts";
import { modeLayer } from "./mode-layer.ts";
import { globalLayer } from "./rule-layers.ts";

const effect = fc.record(
  {
    kind: fc.constantFrom(...EFFECT_KINDS),
    target: fc.constantFrom("/w/a.txt", "/w/out/b.txt", "https://example.com/x", "git status", "HOME"),
    accepted: fc.boolean(),
    opaque: fc.boolean(),
    server: fc.constantFrom("added" as const, "vouched" as const),
  },
  { requiredKeys: ["kind", "target"] },
);
const rule = fc.constantFrom(
  "t",
  "t(/w/**)",
  "writing",
  "shell(git *)",
  "file.write(/w/out/**)",
  "t(*)",
  "command.run",
);
const call = fc.record({
  risk: fc.constantFrom(...RISKS),
  effects: fc.array(effect, { maxLength: 3 }),
  safe: fc.array(rule, { maxLength: 3 }),
  confirm: fc.array(rule, { maxLength: 2 }),
  deny: fc.array(rule, { maxLength: 1 }),
});
const strictness = (verdict: (typeof VERDICTS)[number]) => VERDICTS.indexOf(verdict);

test("modeLayer() never gives a call more than the rules do, and read is stricter than ask, and ask than act", () => {
  fc.assert(
    fc.property(call, ({ risk, effects, safe, confirm, deny }) => {
      const global = globalLayer({ safe, confirm, deny }, { base: "/w", lineOf: () => undefined });
      const judged = { tool: { name: "t", aliases: [], risk }, effects };
      const plain = strictness(judge(judged, [global]).verdict);
      const [read = 0, ask = 0, act = 0] = PERMISSION_MODES.map((mode) =>
        strictness(judge(judged, [global, modeLayer(() => mode)]).verdict),
      );
      expect(act).toBe(plain);
      expect(ask).toBeGreaterThanOrEqual(act);
      expect(read).toBeGreaterThanOrEqual(ask);
    }),
    { numRuns: 10_000 },
  );
});

test("modeLayer() lets the read mode read, and nothing else", () => {
  const global = globalLayer(
    { safe: ["t", "t(*)"], confirm: [], deny: [] },
    { base: "/w", lineOf: () => undefined },
  );
  const verdict = (kind: (typeof EFFECT_KINDS)[number]) =>
    judge({ tool: { name: "t", aliases: [], risk: "low" }, effects: [{ kind, target: "/w/a" }] }, [
      global,
      modeLayer(() => "read"),
    ]).verdict;
  expect(EFFECT_KINDS.filter((kind) => verdict(kind) !== "deny")).toEqual([
    "file.read",
    "host.read",
    "env.read",
    "db.read",
  ]);
});
