import { expect, test } from "vitest";
import { typedKeys } from "./typed-keys.ts";

test("typedKeys() leaves out what stands between the marks of a paste, also over several reads", () => {
  let pastes = 0;
  let seen = "";
  const typed = typedKeys(() => pastes++);
  expect(typed("no\x1b[200~y\ryes\x1b[201~\r")).toBe("no\r");
  expect(typed("\x1b[200~y\r")).toBe("");
  expect(typed("yes\r")).toBe("");
  expect(typed("\x1b[201~n")).toBe("n");
  expect(typed("\x1b[200~a\x1b[201~\x1b[200~b\x1b[201~x")).toBe("x");
  expect(pastes).toBe(4);
  for (const piece of ["a\x1b[20", "0~y\r\x1b[2", "01", "~b"]) seen += typed(piece);
  expect(seen).toBe("ab");
  expect(typed("\x1b")).toBe("\x1b");
});
