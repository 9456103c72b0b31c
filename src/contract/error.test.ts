import { expect, test } from "vitest";
import { DejimaError } from "./error.ts";

test("DejimaError bounds a message that quotes something endless", () => {
  const { message } = new DejimaError("invalid_input", `Cannot read "${"x".repeat(75_000)}": it is hostile`);
  expect(message).toHaveLength(4_001);
  expect(message).toMatch(/…$/);
});

test("an error from another copy of the module is recognized, and nothing else is", async () => {
  const path = "./error.ts?another-copy";
  const { DejimaError: Other }: typeof import("./error.ts") = await import(/* @vite-ignore */ path);
  expect(Other).not.toBe(DejimaError);
  expect(new Other("conflict", "taken")).toBeInstanceOf(DejimaError);
  for (const value of [new Error("plain"), { code: "conflict" }, undefined, "text"])
    expect(value instanceof DejimaError).toBe(false);
  class Narrower extends DejimaError {}
  expect(new DejimaError("conflict", "taken")).not.toBeInstanceOf(Narrower);
  expect(new Narrower("conflict", "taken")).toBeInstanceOf(DejimaError);
});
