import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { thrownText } from "./thrown-text.ts";

test("thrownText() gives the message of errors, also of another realm", () => {
  expect(thrownText(new TypeError("no"))).toBe("no");
  expect(thrownText(new RangeError(""))).toBe("RangeError");
  expect(thrownText(runInNewContext("new Error('far')"))).toBe("far");
  expect(thrownText({ message: "like an error" })).toBe("like an error");
});

test("thrownText() says which optional package is missing, and how to get it", async () => {
  const failure = await import("no-such-package-of-anyone" as string).catch((thrown: unknown) => thrown);
  const missing = Object.assign(new Error("Cannot find package '@a/b' imported from /x/y.js"), {
    code: "ERR_MODULE_NOT_FOUND",
  });
  expect(thrownText(missing)).toBe('the package "@a/b" is not installed; run: npm install @a/b');
  expect(thrownText(failure)).toContain("no-such-package-of-anyone");
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
