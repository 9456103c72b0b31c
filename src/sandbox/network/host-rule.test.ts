import { expect, test } from "vitest";
import { matchesHost, parseHostRule } from "./host-rule.ts";

const matches = (rule: string, host: string, port = 443) => matchesHost([parseHostRule(rule)], host, port);

test("matchesHost() knows one name in all its spellings", () => {
  for (const host of ["api.example.com", "API.Example.COM", "api.example.com."])
    expect(matches("Api.example.com.", host)).toBe(true);
  for (const host of ["example.com", "xapi.example.com", "api.example.com.evil.org"])
    expect(matches("api.example.com", host)).toBe(false);
});

test("matchesHost() takes a star for every name below, not for the name itself", () => {
  expect([matches("*.example.com", "a.b.example.com"), matches("*.example.com", "example.com")]).toEqual([
    true,
    false,
  ]);
  expect(matches("*.example.com", "badexample.com")).toBe(false);
});

test("matchesHost() allows the web's ports unless another is named", () => {
  expect([matches("a.com", "a.com", 80), matches("a.com", "a.com", 22)]).toEqual([true, false]);
  expect([matches("a.com:8443", "a.com", 8443), matches("a.com:8443", "a.com", 443)]).toEqual([true, false]);
  expect(matches("[::1]:80", "[::1]", 80)).toBe(true);
});

test("parseHostRule() refuses what is not a host", () => {
  for (const text of [
    "",
    "https://a.com",
    "a.com/path",
    "a.*.com",
    "a.com:0",
    "a.com:70000",
    "user@a.com",
    "a b",
  ]) {
    expect(() => parseHostRule(text), text).toThrow("Cannot grant host");
  }
});

test("parseHostRule() takes a lone star for every host, on the web's own ports", () => {
  const rules = [parseHostRule("*")];
  expect(matchesHost(rules, "a.example.com", 443)).toBe(true);
  expect(matchesHost(rules, "a.example.com", 22)).toBe(false);
});
