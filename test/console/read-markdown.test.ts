import fc from "fast-check";
import { expect, test } from "vitest";
import { isClosed, readMarkdown } from "../../console/parts/read-markdown.ts";

/** The formulas of a text, display ones marked. */
function formulas(text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("type" in value && value.type === "math" && "text" in value && "display" in value)
      found.push(`${value.display === true ? "display " : ""}${value.text}`);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(readMarkdown(text));
  return found;
}

test("readMarkdown() finds formulas in a line and in lines of their own", () => {
  expect(formulas("The tide $h(t)$ and \\(a+b\\).")).toEqual(["h(t)", "a+b"]);
  expect(formulas("Before\n\n$$\nx^2\n$$\n\nafter")).toEqual(["display x^2"]);
  expect(formulas("\\[ x \\]")).toEqual(["display x"]);
  expect(formulas("- item $x$\n\n| a |\n|---|\n| $y$ |")).toEqual(["x", "y"]);
});

test("readMarkdown() takes amounts, code and lone signs for what they are", () => {
  for (const text of [
    "It is $5 and then $6.",
    "US$10, A$20",
    "a `$x$` b",
    "```sh\necho $HOME $PATH\n```",
    "$ not$",
    "$$",
    "costs $",
    "$1$2",
  ])
    expect(formulas(text), text).toEqual([]);
});

test("readMarkdown() reads any text, and keeps a line without markup whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("$", "$$", "\\[", "\\]", "\\(", "a", " ", "\n", "5", "`", "|")),
      (parts) => {
        const text = parts.join("");
        expect(() => readMarkdown(text)).not.toThrow();
      },
    ),
    { numRuns: 2_000 },
  );
  const line = "pay $5 now, $6 later \\[ and";
  expect(
    readMarkdown(line)
      .map(({ raw }) => raw)
      .join(""),
  ).toBe(line);
});

test("isClosed() says whether a block of code has its end", () => {
  const [whole] = readMarkdown("```mermaid\na\n```\n");
  const [part] = readMarkdown("```mermaid\na\n");
  expect([whole, part].map((token) => isClosed({ raw: token?.raw ?? "" }))).toEqual([true, false]);
});
