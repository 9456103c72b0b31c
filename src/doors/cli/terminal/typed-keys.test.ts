import { expect, test } from "vitest";
import { createPastedText, typedKeys } from "./typed-keys.ts";

test("typedKeys() leaves out pasted text, even across several reads", () => {
  let pastes = 0;
  let seen = "";
  const typed = typedKeys(() => (++pastes ? "" : "never"));
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

test("typedKeys() puts something in the place of a paste, which may come in many reads", () => {
  const typed = typedKeys((text) => `<${text}>`);
  const pieces = ["say \x1b[200~a\r", "b\r", "c\x1b[20", "1~ now"];
  expect(pieces.map(typed).join("")).toBe("say <a\rb\rc> now");
});

test("createPastedText() shows a paste on one line, a long one by its lines, and gives both back whole", () => {
  const pasted = createPastedText((number, lines) => `[paste ${number}: ${lines} lines]`);
  expect(pasted.whole("a ⏎ b")).toBe("a ⏎ b");
  const short = pasted.shown("one\r\ntwo\tthree\x1b[A\x03\r");
  expect(short).toBe("one ⏎ two    three[A");
  expect(pasted.whole(`read: ${short}`)).toBe("read: one\ntwo    three[A");
  const text = Array.from({ length: 400 }, (_none, at) => `line ${at} $&`).join("\n");
  expect(pasted.shown(`${text}\n`)).toBe("[paste 1: 400 lines]");
  expect(pasted.shown("x".repeat(501))).toBe("[paste 2: 1 lines]");
  expect(pasted.whole("sum up [paste 1: 400 lines]!")).toBe(`sum up ${text}!`);
});

test("createPastedText() shows hidden characters of a paste, and never takes one paste for another", () => {
  const pasted = createPastedText((number, lines) => `[paste ${number}: ${lines} lines]`);
  expect(pasted.shown("a\u009b2Kb\u202ec\u200bd\u{e0041}")).toBe("a<U+009B>2Kb<U+202E>c<U+200B>d<U+E0041>");
  const [first, second] = ["one ", "two "].map((word) => word.repeat(200));
  // The name of a paste to come, of an earlier one, and of an earlier one within a long one.
  const early = pasted.shown("see [paste 1: 1 lines]");
  const shown = pasted.shown(first ?? "");
  expect(pasted.whole(`${early} ${shown}`)).toBe(`see [paste 1: 1 lines] ${first}`);
  expect(pasted.whole(pasted.shown(`see ${shown}`))).toBe(`see ${shown}`);
  expect(pasted.whole(pasted.shown(`${second}${shown}`))).toBe(`${second}${shown}`);
});
