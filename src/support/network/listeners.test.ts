import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isOwnAddress } from "./address-reach.ts";
import { createListeners } from "./listeners.ts";

const folder = mkdtempSync(join(tmpdir(), "dejima-listeners-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("isOwnAddress() knows every spelling of this machine, and no other machine", () => {
  const own = ["127.0.0.1", "127.9.8.7", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:7f00:1"];
  const wrapped = [
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
  ];
  const interfaces = Object.values(networkInterfaces()).flatMap((list = []) =>
    list.map((one) => one.address),
  );
  for (const address of [...own, ...wrapped, ...interfaces])
    expect([address, isOwnAddress(address)]).toEqual([address, true]);
  for (const address of ["93.184.216.34", "10.255.255.254", "2606:2800::1", "example.com", ""])
    expect([address, isOwnAddress(address)]).toEqual([address, false]);
  expect(isOwnAddress("192.0.2.7", () => ["192.0.2.7"])).toBe(true);
  expect(isOwnAddress("fe80::1", () => ["fe80::1%eth0"])).toBe(true);
});

test("createListeners() tells another runtime of its ports until they are withdrawn", () => {
  const one = createListeners({ folders: [folder] });
  const other = createListeners({ folders: [folder] });
  const withdraw = one.announce(4_242);
  expect([one.holds("127.0.0.1", 4_242), other.holds("127.0.0.1", 4_242)]).toEqual([true, true]);
  expect([other.holds("127.0.0.1", 4_243), other.holds("93.184.216.34", 4_242)]).toEqual([false, false]);
  withdraw();
  withdraw();
  expect([one.holds("127.0.0.1", 4_242), other.holds("127.0.0.1", 4_242)]).toEqual([false, false]);
});

test("createListeners() passes over what a process left behind that is gone", () => {
  writeFileSync(join(folder, "4244-999999999"), "");
  writeFileSync(join(folder, "4245-1"), ""); // of another living process
  writeFileSync(join(folder, "no announcement"), "");
  const listeners = createListeners({ folders: [join(folder, "none"), folder] });
  expect([listeners.holds("::1", 4_244), listeners.holds("::1", 4_245)]).toEqual([false, true]);
});

test("createListeners() knows its own ports where nothing can be written", () => {
  const listeners = createListeners({ folders: ["/dev/null/nowhere"] });
  listeners.announce(4_246);
  expect(listeners.holds("localhost", 4_246)).toBe(false); // names are resolved before
  expect(listeners.holds("0.0.0.0", 4_246)).toBe(true);
});
