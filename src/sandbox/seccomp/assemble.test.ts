import { expect, test } from "vitest";
import { assemble, type Step } from "./assemble.ts";

test("assemble() writes the kernel's struct, little-endian", () => {
  const bytes = assemble([
    { do: "load", offset: 4 },
    { do: "jump", if: "equal", value: 0xc000003e, to: "end" },
    { do: "return", value: 0x80000000 },
    { do: "label", name: "end" },
    { do: "return", value: 0x7fff0000 },
  ]);
  expect(bytes.toString("hex")).toBe(
    "2000000004000000" + "150001003e0000c0" + "0600000000000080" + "060000000000ff7f",
  );
});

test("assemble() refuses a label that is missing, doubled, behind or too far", () => {
  const jump = (to: string): Step => ({ do: "jump", if: "equal", value: 1, to });
  const fill = Array.from({ length: 256 }, (): Step => ({ do: "return", value: 0 }));
  const label: Step = { do: "label", name: "a" };
  expect(() => assemble([jump("a")])).toThrow("stands nowhere");
  expect(() => assemble([label, label])).toThrow("stands twice");
  expect(() => assemble([label, jump("a")])).toThrow("-1 steps away");
  expect(() => assemble([jump("a"), ...fill, label])).toThrow("256 steps away");
  expect(assemble([jump("a"), ...fill.slice(1), label]).length).toBe(256 * 8);
});
