import { expect, test } from "vitest";
import { createMarkdownStream } from "./markdown-stream.ts";

const style = (format: unknown, text: string) => `<${String(format)}>${text}</>`;
const TEXT = "# Title\nplain **bold** and `code` 文字\n```sh\nls **x** `y`\n```\nend";

function plain(text: string): string {
  return text.replace(/<[^>]*>/g, "");
}

test("createMarkdownStream() styles headings, emphasis, code and fences", () => {
  const stream = createMarkdownStream(style);
  const out = stream.push(TEXT) + stream.end();
  expect(out).toBe(
    "<bold>Title</>\nplain <bold>bold</> and <cyan>code</> 文字\n<dim>```sh</>\n<cyan>ls **x** `y`</>\n<dim>```</>\nend",
  );
});

test("createMarkdownStream() loses nothing and says the same however the text is cut", () => {
  const whole = createMarkdownStream(style);
  const expected = plain(whole.push(TEXT) + whole.end());
  for (let size = 1; size < 12; size++) {
    const stream = createMarkdownStream(style);
    let out = "";
    for (let at = 0; at < TEXT.length; at += size) out += stream.push(TEXT.slice(at, at + size));
    expect(plain(out + stream.end()), `pieces of ${size}`).toBe(expected);
  }
});

test("createMarkdownStream() shows words before their line is complete", () => {
  expect(createMarkdownStream(style).push("word ")).toBe("word ");
});
