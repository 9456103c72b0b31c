import { expect, test } from "vitest";
import { trustedProxies } from "./open-app.ts";

test("trustedProxies() knows addresses and networks of both families, and nothing else", () => {
  const isTrusted = trustedProxies(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::1"]);
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.7", "2001:db8:1::9", "::1"])
    expect([address, isTrusted(address)]).toEqual([address, true]);
  for (const address of ["11.0.0.1", "192.0.2.8", "2001:db9::1", "::2", "unknown", "", "10.0.0.0/8"])
    expect([address, isTrusted(address)]).toEqual([address, false]);
  expect(trustedProxies([])("127.0.0.1")).toBe(false);
});

test.each(["", "localhost", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/8/8", "*"])(
  "trustedProxies() refuses %j",
  (entry) => {
    expect(() => trustedProxies([entry])).toThrow("Cannot trust the proxy");
  },
);
