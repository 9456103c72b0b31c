import { expect, test } from "vitest";
import { addressKey, clientAddress, isForwardingHeader } from "./request-head.ts";

test("isForwardingHeader() leaves what clients send by themselves alone", () => {
  const plain = [
    "host",
    "origin",
    "accept",
    "user-agent",
    "cookie",
    "referer",
    "authorization",
    "x-request-id",
  ];
  const mcp = [
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-session-id",
    "last-event-id",
    "traceparent",
  ];
  const browser = [
    "sec-fetch-site",
    "sec-ch-ua",
    "upgrade-insecure-requests",
    "accept-language",
    "priority",
    "dnt",
  ];
  const libraries = [
    "x-stainless-lang",
    "openai-organization",
    "x-api-key",
    "x-title",
    "content-length",
    "range",
  ];
  for (const name of [...plain, ...mcp, ...browser, ...libraries])
    expect([name, isForwardingHeader(name)]).toEqual([name, false]);
});

const trusted = new Set(["10.0.0.1", "10.0.0.2", "::1"]);
const isTrusted = (address: string) => trusted.has(address);

test.each([
  ["203.0.113.1", ["198.51.100.1"], "203.0.113.1"],
  ["10.0.0.1", [], "10.0.0.1"],
  ["10.0.0.1", ["198.51.100.1"], "198.51.100.1"],
  ["10.0.0.1", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"],
  ["10.0.0.1", ["6.6.6.6", "198.51.100.1", "10.0.0.2"], "198.51.100.1"],
  ["10.0.0.1", ["10.0.0.2"], "10.0.0.2"],
  ["10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"],
  ["::1", ["[2001:db8::7]:4711"], "2001:db8::7"],
  ["::1", ["2001:db8::7"], "2001:db8::7"],
  ["10.0.0.1", ["198.51.100.1", ""], "10.0.0.1"],
  ["10.0.0.1", ["198.51.100.1", "unknown"], "10.0.0.1"],
  ["10.0.0.1", ["198.51.100.1", "<script>"], "10.0.0.1"],
])("clientAddress() of %s with the hops %j is %s", (peer, hops, expected) => {
  expect(clientAddress(peer, hops, isTrusted)).toBe(expected);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:0:1::7", "2001:db8:0:1::/64"],
  ["2001:0DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
  ["2001:db8::7", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("addressKey() of %s is %s", (address, expected) => {
  expect(addressKey(address)).toBe(expected);
});
