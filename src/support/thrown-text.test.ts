import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { thrownText } from "./thrown-text.ts";

test("thrownText() gives the message of errors, also of another realm", () => {
  expect(thrownText(new TypeError("no"))).toBe("no");
  expect(thrownText(new RangeError(""))).toBe("RangeError");
  expect(thrownText(runInNewContext("new Error('far')"))).toBe("far");
  expect(thrownText({ message: "like an error" })).toBe("like an error");
});

test("thrownText() shows everything else, and never throws", () => {
  expect(thrownText("text")).toBe("text");
  expect(thrownText(undefined)).toBe("undefined");
  expect(thrownText(null)).toBe("null");
  expect(thrownText(7n)).toBe("7");
  expect(thrownText(Symbol("s"))).toBe("Symbol(s)");
  expect(thrownText({ code: 7 })).toBe('{"code":7}');
  expect(thrownText(Object.create(null))).toBe("{}");
  const hostile = new Proxy(
    {},
    {
      has: () => {
        throw new Error("trap");
      },
    },
  );
  expect(thrownText(hostile)).toBe("a value that cannot be shown");
  const unreadable = {
    get message() {
      throw new Error("getter");
    },
  };
  expect(thrownText(unreadable)).toBe("a value that cannot be shown");
});
