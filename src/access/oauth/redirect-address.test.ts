import fc from "fast-check";
import { expect, test } from "vitest";
import { isRegistered, parseRedirect } from "./redirect-address.ts";

const REGISTERED = [
  "https://app.example/back?a=1",
  "http://127.0.0.1:7777/back",
  "http://[::1]/back",
  "cursor://host.name/back",
  "com.example.app:/back",
];

test("isRegistered() accepts any port on this machine, and otherwise only the registered address", () => {
  for (const address of REGISTERED) expect(isRegistered(REGISTERED, address), address).toBe(true);
  expect(isRegistered(REGISTERED, "http://127.0.0.1/back")).toBe(true);
  expect(isRegistered(REGISTERED, "http://[::1]:9/back")).toBe(true);
  for (const other of [
    "http://localhost:7777/back",
    "http://127.0.0.1:7777/back/",
    "https://app.example:8443/back?a=1",
  ])
    expect(isRegistered(REGISTERED, other), other).toBe(false);
});

test("isRegistered() never leads to another place than a registered one, however an address is spelled", () => {
  const piece = fc.constantFrom(
    ...[
      "@",
      "\\",
      "/",
      "//",
      "..",
      "%2f",
      "%00",
      "\t",
      "\n",
      "#",
      "?",
      "&a=2",
      ":",
      ".evil.example",
      "evil.example",
    ],
    ...["javascript:", "data:,", "https:", "HTTPS:", "۰", "。", "127.1", "0x7f.1", "[::ffff:127.0.0.1]", " "],
  );
  const changed = fc
    .tuple(
      fc.constantFrom(...REGISTERED),
      fc.nat({ max: 40 }),
      fc.oneof(piece, fc.string({ maxLength: 3 })),
      fc.nat({ max: 6 }),
    )
    .map(([address, at, put, cut]) => address.slice(0, at) + put + address.slice(at + cut));
  const place = (url: URL) => {
    const local = url.protocol === "http:";
    return `${url.protocol}//${local ? url.hostname : url.host}${url.pathname}${url.search}${url.hash}${url.username}`;
  };
  const known = REGISTERED.map((address) => place(new URL(address)));
  fc.assert(
    fc.property(changed, (address) => {
      if (isRegistered(REGISTERED, address)) expect(known).toContain(place(new URL(address)));
    }),
    { numRuns: 10_000 },
  );
});

test("parseRedirect() takes https, this machine and apps, and nothing that a browser would run or open", () => {
  const schemes = [
    "javascript",
    "data",
    "file",
    "vbscript",
    "blob",
    "about",
    "view-source",
    "ftp",
    "ws",
    "ms-word",
  ];
  for (const scheme of schemes) expect(parseRedirect(`${scheme}://127.0.0.1/back`), scheme).toBeUndefined();
  expect(parseRedirect("http://192.168.0.1/back")).toBeUndefined();
  expect(parseRedirect("https://app.example/back")?.host).toBe("app.example");
});
