import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { bodyText } from "./body-text.ts";

test.each([
  ["the server's word", iconv.encode("你好", "gbk"), "text/html; charset=GBK", "你好"],
  [
    "the server's word in quotes",
    iconv.encode("こんにちは", "shift_jis"),
    'text/plain; charset="Shift_JIS"',
    "こんにちは",
  ],
  [
    "the page's own word",
    iconv.encode('<meta charset="big5"><p>繁體', "big5"),
    "text/html",
    '<meta charset="big5"><p>繁體',
  ],
  [
    "the page's old word",
    iconv.encode('<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">한국', "euc-kr"),
    "text/html",
    '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">한국',
  ],
  [
    "the declaration of XML",
    iconv.encode('<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>', "windows-1251"),
    "application/rss+xml",
    '<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>',
  ],
  [
    "the byte order mark, against the server",
    Buffer.from("\ufeffgrüß"),
    "text/plain; charset=latin1",
    "grüß",
  ],
  ["a mark of UTF-16", Buffer.from("\ufeffgrüß", "utf16le"), "text/plain", "grüß"],
  ["UTF-8 without a word", Buffer.from("grüß"), "text/plain", "grüß"],
  ["Latin text without a word", Buffer.from("grüß", "latin1"), "text/plain", "grüß"],
  ["an unknown charset", Buffer.from("grüß"), "text/plain; charset=x-nonsense", "grüß"],
  [
    "the wrong charset, visibly",
    Buffer.from("grüß", "latin1"),
    "text/plain; charset=utf-8",
    "gr\ufffd\ufffd",
  ],
  ["text that calls itself bytes", Buffer.from("{}"), "application/octet-stream", "{}"],
])("bodyText() goes by %s", (_what, body, type, text) => {
  expect(bodyText(body, type)?.text).toBe(text);
});

test("bodyText() returns undefined for binary content, whatever its declared type", () => {
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  for (const type of ["image/png", "application/octet-stream", "", "text/html"]) {
    expect(bodyText(image, type), type).toBeUndefined();
  }
});
