import fc from "fast-check";
import { expect, test } from "vitest";
import { redactStream } from "./redact-stream.ts";
import { createRedactor } from "./redactor.ts";

const SECRETS = ["hunter2 with blanks", "a-configured-value"];
const redactor = createRedactor(SECRETS);
const KEY = `-----BEGIN ${"PRIVATE"} KEY-----\nMIIEowIBAAKCAQEA\nabc def\n-----END ${"PRIVATE"} KEY-----`;
const TEXT = `one ${SECRETS[0]} two\n${KEY}\nghp_${"a1B2".repeat(9)}, 三 ${SECRETS[1]} Bearer ${"t0Ken".repeat(8)} end sk-${"x".repeat(60)}`;

test("redactStream() never shows a part of a secret, wherever the stream is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (sizes) => {
      const stream = redactStream(redactor);
      let shown = "";
      let at = 0;
      for (const size of sizes) {
        shown += stream.push(TEXT.slice(at, at + size));
        at += size;
      }
      shown += stream.push(TEXT.slice(at)) + stream.end();
      expect(shown).toBe(redactor.text(TEXT));
    }),
    { numRuns: 1_000 },
  );
});

test("redactStream() holds back no more than what may be the beginning of a secret", () => {
  const stream = redactStream(redactor);
  expect(stream.push("plain words ")).toBe("plain words ");
  expect(stream.push("and hun")).toBe("and ");
  expect(stream.push("dreds, ")).toBe("hundreds, ");
  expect(stream.push("中文没有空格")).toBe("中文没有空格");
  expect(stream.push("hunter2 with ")).toBe("");
  expect(stream.push("nothing ")).toBe("hunter2 with nothing ");
  expect(stream.push("x".repeat(5_000))).toBe("x".repeat(1_000));
  expect(stream.end()).toBe("x".repeat(4_000));
});
