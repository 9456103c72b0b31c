import { expect, test } from "vitest";
import { madeUpValue, wantedPrefix } from "./decoy-home.ts";
import { judgeReads } from "./judge-reads.ts";
import { judgeTrial } from "./judge-trial.ts";
import type { Observed } from "./trial-report.ts";

const purpose = { stated: "", text: "", declared: "", spoken: "" };

function judged(observed: readonly Observed[], read: readonly string[] = []): string[] {
  const decoy = {
    canaries: new Map<string, string>(),
    isSensitive: () => true,
    isKeyFile: () => true,
    isOnlyMet: () => false,
  };
  const seen = {
    observed,
    read,
    decoy,
    purpose,
    home: "/home/made",
    changed: [],
    outputs: [],
    described: [],
  };
  return judgeTrial({ ...seen, known: new Set(), wanted: ["MAIL_KEY"] }).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );
}

test("judgeTrial() explains a file of npm that npm read, and no other", () => {
  const npm: Observed = { kind: "program", what: "npm", detail: "config get registry", phase: "calls" };
  expect(judged([npm], [".npmrc"]).join()).not.toMatch(/reads/);
  for (const other of [
    { ...npm, what: "/usr/bin/npm" },
    { ...npm, what: "/bin/sh", detail: "/bin/sh -c npm list -g" },
  ])
    expect(judged([other], [".npmrc"]).join()).not.toMatch(/reads/);
  const shell = { ...npm, what: "/bin/sh", detail: "/bin/sh -c cat .npmrc" };
  expect(judged([shell], [".npmrc"]).join()).toMatch(/danger: reads ~\/\.npmrc/);
  expect(judged([npm], [".ssh/id_rsa"]).join()).toMatch(/danger: reads ~\/\.ssh\/id_rsa/);
  expect(judged([], [".npmrc"]).join()).toMatch(/danger: reads ~\/\.npmrc/);
});

test("judgeTrial() warns of a key that goes to several owners, and of a host that is named like another", () => {
  const to = (what: string, detail = ""): Observed => ({ kind: "host", what, detail, phase: "calls" });
  const key = madeUpValue("MAIL_KEY");
  const other = judged([to("api.mail.com", key), to("gather.net", key)]).join();
  expect(other).toMatch(
    /warning: sends the content of MAIL_KEY to several owners: api\.mail\.com, gather\.net/,
  );
  expect(judged([to("api.mail.com", key), to("eu.mail.com", key), to("gather.net")]).join()).not.toMatch(
    /owners/,
  );
  expect(judged([to("api.mail.com"), to("api.mail-eu.net")]).join()).toMatch(/named like api\.mail\.com/);
  expect(judged([to("storage.googleapis.com", key), to("www.google.com", key)]).join()).not.toMatch(/owners/);
});

test.each([
  ["lists every folder", [".ssh", "projects", "documents/page.html"], true, "notice"],
  ["lists the folder of keys alone", [".ssh"], false, "danger"],
  ["opens every file, and could send", [".ssh/id_rsa", "projects", "documents/page.html"], true, "danger"],
  [
    "opens every file, and can send nothing",
    [".ssh/id_rsa", "projects", "documents/page.html"],
    false,
    "notice",
  ],
  ["opens the file of keys alone", [".ssh/id_rsa"], false, "danger"],
])("judgeReads() judges a server that %s", (_, paths, canReach, severity) => {
  const home = "/home/made";
  const reads = paths.map((path) => ({
    kind: "read" as const,
    what: `${home}/${path}`,
    detail: "",
    phase: "calls" as const,
  }));
  const decoy = {
    isSensitive: (path: string) => path.includes(".ssh"),
    isKeyFile: (path: string) => path.endsWith("id_rsa"),
    isOnlyMet: (path: string) => /projects|page/.test(path),
  };
  expect(judgeReads(reads, { decoy, home, purpose, canReach }).map((one) => one.severity)).toEqual([
    severity,
  ]);
});

test.each([
  ["Invalid API key format. Expected sk_* (secret key) or rk_*", "sk_"],
  ['expected connection string to start with "mongodb://" or "mongodb+srv://"', "mongodb://"],
  ["The token must begin with 'xoxb-'.", "xoxb-"],
  ["Expected one argument", undefined],
])("wantedPrefix() reads how a value must begin: %s", (said, prefix) => {
  expect(wantedPrefix(said)).toBe(prefix);
});
