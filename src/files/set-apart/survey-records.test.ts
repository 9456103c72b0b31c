import { link, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSurveyRecords, type SurveyRecord } from "./survey-records.ts";

const before: SurveyRecord = {
  callId: "run.1",
  starts: ["/made-up"],
  survey: { files: new Map(), links: [] },
};

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-surveys-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The id that a process which has ended would have given: no process has this number. */
const GONE = "999999999--0123456789ab.json";

test("write() replaces a record in one step, so that a kill leaves the old one or the new one", async () => {
  const folder = await aFolder();
  const records = openSurveyRecords(folder);
  const id = await records.write(before);
  // Another name of the same file: what is written into the file shows here, what takes its place does not.
  await link(join(folder, id), join(folder, "other-name"));
  const old = await readFile(join(folder, "other-name"), "utf8");
  await records.write({ ...before, starts: ["/made-up", "/another"] }, id);
  expect(await readFile(join(folder, "other-name"), "utf8")).toBe(old);
  expect(await readFile(join(folder, id), "utf8")).toContain("/another");
  expect(await readdir(folder)).toEqual([id, "other-name"].sort());
});

test("leftOver() gives whole records of processes that have ended, and removes what no process finished", async () => {
  const folder = await aFolder();
  const records = openSurveyRecords(folder);
  const own = await records.write(before);
  expect(await records.leftOver()).toEqual([]);
  await rename(join(folder, own), join(folder, GONE));
  await writeFile(join(folder, `${GONE}.new`), '{"callId": "ru');
  expect(await records.leftOver()).toEqual([{ id: GONE, record: before }]);
  expect(await readdir(folder)).toEqual([GONE]);
});
