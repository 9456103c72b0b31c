import { expect, test } from "vitest";
import { judgeDial } from "./dial.ts";
import { parseHostRule } from "./host-rule.ts";
import { isPublicAddress } from "./public-address.ts";

test("isPublicAddress() knows the internet from everything nearer", () => {
  for (const address of ["93.184.216.34", "2606:4700::6810:84e5", "::ffff:8.8.8.8", "64:ff9b::808:808"]) {
    expect(isPublicAddress(address), address).toBe(true);
  }
  const near = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "224.0.0.1",
  ];
  const nearSix = [
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:db8::1",
  ];
  for (const address of [...near, ...nearSix, "not an address", "127.1"])
    expect(isPublicAddress(address), address).toBe(false);
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
