import { afterAll, beforeAll, expect, test } from "vitest";
import { openTrials, shown, type Trials } from "./a-trial.ts";
import { CALLERS } from "./caller-packages.ts";
import { DISGUISES } from "./disguise-packages.ts";
import { INSIDERS } from "./insider-packages.ts";
import { LATECOMERS } from "./latecomer-packages.ts";
import { NEWCOMERS } from "./newcomer-packages.ts";
import { PATIENT } from "./patient-packages.ts";
import { STRANGERS } from "./stranger-packages.ts";

let trials: Trials;

beforeAll(async () => {
  trials = await openTrials();
});

afterAll(() => trials[Symbol.asyncDispose]());

/** What the report says of those that only one check finds out. */
const TOLD: Readonly<Record<string, RegExp>> = {
  "markdown-toc-maker": /can reach hosts, and the trial did not see it/,
  "csv-column-sum": /can reach hosts, and the trial did not see it/,
  "clipboard-notes": /can start programs, and the trial did not see it/,
  "unit-converter-pro": /can reach hosts, and the trial did not see it/,
  "fast-hash-native": /compiled programs/,
  "text-stats-wasm": /runs texts as code/,
  "json-prettier": /reads ~\/\.ssh only when the clock is/,
  "jira-summaries": /from outside of the registry/,
  "colour-names": /colour-table-x, which it needs, writes to places that are started automatically/,
  "city-weather-now": /sends the content of the variable OPENAI_API_KEY/,
  "tide-times": /can reach tide-mirror\.net, and the trial did not see it/,
  "slug-maker": /runs texts as code/,
  "task-timer": /asks the user for a secret/,
  "git-commit-words": /places where keys and accounts are stored/,
  "image-alt-texts": /can reach hosts, and the trial did not see it/,
  "password-strength": /hides the input of its tools in the address/,
  "wallet-format": /accounts to which money could go/,
  "plugin-runner": /tls.*plug\.example/,
};

test("each server that hides its actions, in a different way, is stopped or disclosed before anybody is asked", async () => {
  const all = await trials.all(STRANGERS);
  expect(all.filter(({ record }) => record.grade === "nothing found").map(shown)).toEqual([]);
  for (const one of all) if (TOLD[one.name] !== undefined) expect(shown(one)).toMatch(TOLD[one.name] ?? "");
}, 240_000);

test.each([
  ["whose doing is put together, moved away, renamed or named nowhere", DISGUISES],
  ["of a kind that was met in registries", NEWCOMERS],
  ["that waits, hides behind others, or uses what honest ones may do", LATECOMERS],
  ["that looks like an honest client and waits for what no trial brings", PATIENT],
  ["of further kinds: tasks of editors, sockets, parameters that collect, files that are locked", CALLERS],
  [
    "that looks like an honest one that raises alarms: search, libraries, compiled programs, many tools",
    INSIDERS,
  ],
])(
  "each server %s is disclosed before anybody is asked",
  async (_, packages) => {
    for (const one of await trials.all(packages)) {
      expect(one.record.grade, shown(one)).not.toBe("nothing found");
      expect(shown(one)).toMatch(packages.find(({ name }) => name === one.name)?.told ?? "");
    }
  },
  240_000,
);
