import { expect, test } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { parseGitignore } from "./ignore-rules.ts";

test("parseGitignore() follows git: anchors, folders, exceptions, comments, and the last line wins", () => {
  const says = parseGitignore(
    "# note\n*.log\n!keep.log\nbuild/\n/top\na/b\n\\#x\ntrailing  \n\n!\n[z-a]\n{x}\r\n",
  );
  expect(says("x.log", false)).toBe("ignored");
  expect(says("deep/x.log", false)).toBe("ignored");
  expect(says("deep/keep.log", false)).toBe("kept");
  expect(says("build", true)).toBe("ignored");
  expect(says("deep/build", true)).toBe("ignored");
  expect(says("build", false)).toBeUndefined();
  expect(says("top", false)).toBe("ignored");
  expect(says("deep/top", false)).toBeUndefined();
  expect(says("a/b", false)).toBe("ignored");
  expect(says("x/a/b", false)).toBeUndefined();
  expect(says("#x", false)).toBe("ignored");
  expect(says("trailing", false)).toBe("ignored");
  expect(says("{x}", false)).toBe("ignored");
  expect(says("x", false)).toBeUndefined();
});

test("parseGitignore() takes no longer for files made to be slow", () => {
  const started = processorTime();
  const says = parseGitignore(`${" ".repeat(1 << 20)}x\n${"*a".repeat(200)}b\n${"\n".repeat(1 << 16)}`);
  says("a".repeat(255), false);
  expect(processorTime() - started).toBeLessThan(2000);
});
