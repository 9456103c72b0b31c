import { expect, test } from "vitest";
import { createOutputLog } from "./output-log.ts";

test("append() joins a character that was cut between two pieces", () => {
  const log = createOutputLog(100);
  const bytes = Buffer.from("é你");
  for (const byte of bytes) log.append("stdout", Buffer.from([byte]));
  log.finish();
  expect(log.text("stdout")).toBe("é你");
});

test("append() cuts at the limit over both streams, once, and says so", () => {
  const log = createOutputLog(6);
  expect(log.append("stdout", Buffer.from("abcd"))).toBe(true);
  expect(log.append("stderr", Buffer.from("efgh"))).toBe(false);
  expect(log.append("stdout", Buffer.from("more"))).toBe(false);
  log.finish();
  expect([log.text("stdout"), log.text("stderr"), log.truncated]).toEqual(["abcd", "ef[TRUNCATED]", true]);
});

test("append() of exactly the limit is not truncated", () => {
  const log = createOutputLog(4);
  expect(log.append("stdout", Buffer.from("abcd"))).toBe(true);
  expect(log.truncated).toBe(false);
});

test("a reader that comes late sees everything, and ends", async () => {
  const log = createOutputLog(100);
  log.append("stdout", Buffer.from("a"));
  const seen: string[] = [];
  const reading = (async () => {
    for await (const chunk of log) seen.push(chunk.text);
  })();
  log.append("stderr", Buffer.from("b"));
  log.finish();
  await reading;
  expect(seen).toEqual(["a", "b"]);
});
