import { expect, test } from "vitest";
import type { DialRequest } from "../../contract/dial.ts";
import { judgeDial, matchesHost, parseHostRule } from "./dial.ts";

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

const rules = (host: string, addresses: string[], privateHost?: string) => ({
  granted: [parseHostRule(host)],
  privateAllowed: privateHost === undefined ? [] : [parseHostRule(privateHost)],
  lookup: async () => addresses,
});

test("judgeDial() gives the address that it checked", async () => {
  expect(await judgeDial("a.com", 443, rules("a.com", ["93.184.216.34"]))).toEqual({
    address: "93.184.216.34",
  });
});

test("judgeDial() refuses a name that leads inside, even among others that do not", async () => {
  const mixed = await judgeDial("a.com", 443, rules("a.com", ["93.184.216.34", "169.254.169.254"]));
  expect(mixed).toEqual({ refused: "a.com leads to 169.254.169.254, which is not public" });
  expect(await judgeDial("10.0.0.1", 80, rules("10.0.0.1", []))).toHaveProperty("refused");
});

test("judgeDial() lets a private host through only where the config names it", async () => {
  expect(await judgeDial("db.local", 80, rules("db.local", ["10.0.0.7"], "db.local"))).toEqual({
    address: "10.0.0.7",
  });
  expect(await judgeDial("db.local", 80, rules("other.com", ["10.0.0.7"], "db.local"))).toHaveProperty(
    "refused",
  );
});

test("judgeDial() never asks a resolver about a host that was not granted", async () => {
  const unasked = { ...rules("a.com", []), lookup: () => expect.unreachable("asked") };
  expect(await judgeDial("secret-data.evil.com", 443, unasked)).toEqual({
    refused: "secret-data.evil.com:443 was not granted",
  });
});

test("judgeDial() refuses what the config forbids, by name before any look-up and by address after it", async () => {
  const looked: string[] = [];
  const rules = {
    granted: [parseHostRule("*")],
    privateAllowed: [],
    lookup: async (host: string) => {
      looked.push(host);
      return ["93.184.216.34"];
    },
    veto: ({ host, address }: DialRequest) =>
      host === "bad.test" || address === "93.184.216.34" ? "a rule says so" : undefined,
  };
  expect(await judgeDial("bad.test", 443, rules)).toMatchObject({
    refused: expect.stringContaining("forbidden"),
  });
  expect(looked).toEqual([]);
  expect(await judgeDial("other.test", 443, rules)).toMatchObject({
    refused: expect.stringContaining("forbidden"),
  });
});
