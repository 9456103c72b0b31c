import { expect, test } from "vitest";
import {
  carriesVersion4,
  isAddressRange,
  isInRange,
  isPublicAddress,
  isRemote,
  reachOf,
} from "./address-reach.ts";

const PUBLIC = [
  "93.184.216.34",
  "2606:4700::6810:84e5",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
  "2002:808:808::1",
];

const PRIVATE = [
  ...[
    "127.0.0.1",
    "127.255.255.254",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
  ],
  ...[
    "::1",
    "fc00::1",
    "fdff::1",
    "::ffff:127.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
  ],
];

const SPECIAL = [
  ...[
    "0.0.0.0",
    "0.1.2.3",
    "169.254.169.254",
    "255.255.255.255",
    "224.0.0.1",
    "240.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
  ],
  ...["192.0.0.192", "192.88.99.1", "168.63.129.16", "100.100.100.200", "198.51.100.1", "203.0.113.1"],
  ...[
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "2a01::5efe:7f00:1",
    "2a01:4f8::200:5efe:127.0.0.1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "fd00:ec2::254",
    "::ffff:169.254.169.254",
  ],
  // Deprecated, unassigned or local translation: all of them could end at version 4 nearby.
  ...["::7f00:1", "::ffff:0:7f00:1", "64:ff9b:1::7f00:1", "4000::1", "2001::1", "100::1", "5f00::1"],
  ...["not an address", "", "127.0.0.1:80"],
];

test.each([
  ["public", PUBLIC],
  ["private", PRIVATE],
  ["special", SPECIAL],
] as const)("reachOf() knows what is %s", (reach, addresses) => {
  for (const address of addresses) expect([address, reachOf(address)]).toEqual([address, reach]);
});

test("isPublicAddress() knows the internet from everything nearer", () => {
  for (const address of PUBLIC) expect(isPublicAddress(address), address).toBe(true);
  for (const address of [...PRIVATE, ...SPECIAL]) expect(isPublicAddress(address), address).toBe(false);
});

test("carriesVersion4() sees an address inside another", () => {
  expect(["::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"].every(carriesVersion4)).toBe(true);
  expect(["8.8.8.8", "2606:4700::1", "x"].some(carriesVersion4)).toBe(false);
});

test("isInRange() takes ranges and single addresses, also for an address that is carried", () => {
  expect(isInRange("10.9.8.7", "10.0.0.0/8")).toBe(true);
  expect(isInRange("::ffff:10.9.8.7", "10.0.0.0/8")).toBe(true);
  expect(isInRange("::1", "::1")).toBe(true);
  expect([
    isInRange("11.0.0.1", "10.0.0.0/8"),
    isInRange("::1", "10.0.0.0/8"),
    isInRange("x", "::/0"),
  ]).toEqual([false, false, false]);
});

test("isAddressRange() tells ranges and addresses from names", () => {
  expect(["10.0.0.0/8", "::1", "fd00::/8", "127.0.0.1"].every(isAddressRange)).toBe(true);
  expect(["example.com", "10.0.0.0/33", "10.0.0.0/8/8", "", "[::1]"].some(isAddressRange)).toBe(false);
});

test("isRemote() knows this machine only by names and addresses that cannot mean another", () => {
  const here = [
    "http://localhost:1",
    "http://127.0.0.1",
    "ws://[::1]:3001",
    "http://2130706433/",
    "http://LOCALHOST./",
  ];
  const away = [
    "https://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://user@evil.example",
    "http://0.0.0.0",
    "http://",
  ];
  expect([here.filter(isRemote), away.filter((address) => !isRemote(address))]).toEqual([[], []]);
});
