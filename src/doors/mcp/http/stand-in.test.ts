import { expect, test } from "vitest";
import { isOneRequest } from "./stand-in.ts";

const bytes = (...lines: string[]) => Buffer.from(lines.join("\r\n"));

test("isOneRequest() is sure of requests with a length, and of those without a body", () => {
  expect(isOneRequest(bytes("GET /mcp HTTP/1.1", "host: a", "", ""))).toBe(true);
  expect(isOneRequest(bytes("POST /mcp HTTP/1.1", "Content-Length: 4", "", "body"))).toBe(true);
  expect(isOneRequest(bytes("POST /mcp HTTP/1.1", "host: a", "content-length:0", "", ""))).toBe(true);
});

test("isOneRequest() is not sure of what is cut, framed otherwise, or can be read in two ways", () => {
  for (const doubtful of [
    bytes("GET /mcp HTTP/1.1", "host: a"),
    bytes("GET /mcp HTTP/1.1", "host: a", "", "GET"),
    bytes("POST /mcp HTTP/1.1", "content-length: 5", "", "body"),
    bytes("POST /mcp HTTP/1.1", "content-length: 3", "", "body"),
    bytes("POST /mcp HTTP/1.1", "content-length: 4", "Content-Length: 4", "", "body"),
    bytes("POST /mcp HTTP/1.1", "content-length: 4, 4", "", "body"),
    bytes("POST /mcp HTTP/1.1", "content-length: +4", "", "body"),
    bytes("POST /mcp HTTP/1.1", "content-length : 4", "", "body"),
    bytes("POST /mcp HTTP/1.1", "content-length: 4", "transfer-encoding: chunked", "", "body"),
    bytes("POST /mcp HTTP/1.1", "x: y\ncontent-length: 4", "", "body"),
    bytes("POST /mcp HTTP/1.1", "x: y", " content-length: 4", "", "body"),
    bytes("POST /mcp HTTP/1.1", "content-length: 4", "expect: 100-continue", "", "body"),
    bytes("GET /mcp HTTP/1.1", "upgrade: websocket", "", ""),
  ])
    expect([doubtful.toString(), isOneRequest(doubtful)]).toEqual([doubtful.toString(), false]);
});
