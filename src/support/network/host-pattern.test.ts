import { expect, test } from "vitest";
import { coversHost, readHostPattern } from "./host-pattern.ts";

test.each([
  ["API.Example.com.", { name: "api.example.com" }],
  ["*.example.com:8443", { name: "*.example.com", port: 8443 }],
  ["bücher.example", { name: "xn--bcher-kva.example" }],
  ["127.1", { name: "127.0.0.1" }],
  ["::1", { name: "::1" }],
  ["[0:0:0:0:0:0:0:1]:80", { name: "::1", port: 80 }],
])("readHostPattern() gives %s its one spelling", (text, pattern) => {
  expect(readHostPattern(text)).toEqual(pattern);
});

test.each([
  "",
  "*",
  "https://a.com",
  "a.com/path",
  "a.*.com",
  "a.com:0",
  "a.com:70000",
  "user@a.com",
  "a b",
  "a..com",
  "1.2.3.4.5",
])("readHostPattern() refuses %j", (text) => {
  expect(readHostPattern(text)).toBeUndefined();
});

test("coversHost() takes a star for every name below, not for the name itself", () => {
  const below = { name: "*.example.com" };
  expect([
    coversHost(below, "a.b.Example.com."),
    coversHost(below, "example.com"),
    coversHost(below, "badexample.com"),
  ]).toEqual([true, false, false]);
});
