import { expect, test } from "vitest";
import { createPlainPostReader } from "./plain-post.ts";

const BODY = '{"name":"Grüße"}';
const FIELDS = ["Host: 127.0.0.1:1", "Content-Type: application/json", "X-Odd:   a b\t "];
const length = `Content-Length: ${Buffer.byteLength(BODY)}`;
const request = (lines: readonly string[], body = BODY, first = "POST /mcp HTTP/1.1") =>
  Buffer.from([first, ...lines, "", body].join("\r\n"));

test("createPlainPostReader() reads a request that came whole, again and again", () => {
  const reader = createPlainPostReader();
  for (let time = 0; time < 2; time++) {
    const { headers, body } = reader.read(request([...FIELDS.slice(0, 2), length])) ?? {};
    expect(headers).toEqual({
      host: "127.0.0.1:1",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(BODY)),
    });
    expect(body).toEqual({ name: "Grüße" });
  }
  const longer = '{"name":"somebody else"}';
  const other = reader.read(request([`content-length: ${longer.length}`, "Connection: Keep-Alive"], longer));
  expect(other?.body).toEqual({ name: "somebody else" });
});

const WELL = [...FIELDS.slice(0, 2), length];
const ODD: Record<string, Buffer> = {
  "another method": request(WELL, BODY, "PUT /mcp HTTP/1.1"),
  "another path": request(WELL, BODY, "POST /mcp?x=1 HTTP/1.1"),
  "an absolute address": request(WELL, BODY, "POST http://127.0.0.1/mcp HTTP/1.1"),
  "an older HTTP": request(WELL, BODY, "POST /mcp HTTP/1.0"),
  "two spaces": request(WELL, BODY, "POST  /mcp HTTP/1.1"),
  "no length": request(FIELDS.slice(0, 2)),
  "two lengths": request([...WELL, length]),
  "a length with a sign": request([...FIELDS.slice(0, 2), length.replace(": ", ": +")]),
  "a list of lengths": request([...FIELDS.slice(0, 2), `${length}, ${Buffer.byteLength(BODY)}`]),
  "a space before the colon": request([...FIELDS.slice(0, 2), length.replace(":", " :")]),
  "a folded line": request(["Host: a", " b", length]),
  "a bare line feed": Buffer.from(request(WELL).toString().replaceAll("\r\n", "\n")),
  "a line feed inside a value": request(["Host: a\nTransfer-Encoding: chunked", length]),
  "white space after a value": request([...WELL, FIELDS[2] ?? ""]),
  "an empty value": request([...WELL, "X-Odd:"]),
  "a letter beyond ASCII": request([...WELL, "X-Odd: ü"]),
  "a name twice": request([...WELL, "mcp-name: a", "Mcp-Name: b"]),
  chunks: request([...WELL, "Transfer-Encoding: chunked"]),
  "an expectation": request([...WELL, "Expect: 100-continue"]),
  "an upgrade": request([...WELL, "Connection: upgrade", "Upgrade: websocket"]),
  "a connection that is to end": request([...WELL, "Connection: close"]),
  "a compressed body": request([...WELL, "Content-Encoding: gzip"]),
  "half a head": request(WELL).subarray(0, 40),
  "half a body": request(WELL).subarray(0, -1),
  "more than the body": Buffer.concat([request(WELL), Buffer.from("P")]),
  "two requests": Buffer.concat([request(WELL), request(WELL)]),
  "no JSON": request(["Content-Length: 4"], "nope"),
  "a head without end": request([`X-Odd: ${"a".repeat(10_000)}`, ...WELL]),
};

for (const [what, bytes] of Object.entries(ODD))
  test(`createPlainPostReader() leaves ${what} to others`, () => {
    const reader = createPlainPostReader();
    expect(reader.read(request(WELL))).toBeDefined();
    expect(reader.read(bytes)).toBeUndefined();
  });
