import { expect, test } from "vitest";
import { conversationMarkdown, fileNameOf } from "../../console/pages/chat/conversation-text.ts";

test("conversationMarkdown() keeps what a person wrote apart from the headings of the document", () => {
  const text = conversationMarkdown(
    { title: "The\nquay", createdAt: 0 },
    [{ runId: "r1", message: "# not a heading\n\nof ours", answer: "**Two** ships\n", startedAt: 1_000 }],
    { you: "You", agent: "Dejima" },
  );
  expect(text.split("\n")).toEqual([
    "# The quay",
    "",
    "1970-01-01T00:00:00Z",
    "",
    "## You · 1970-01-01T00:00:01Z",
    "",
    "> # not a heading",
    ">",
    "> of ours",
    "",
    "## Dejima · `r1`",
    "",
    "**Two** ships",
    "",
  ]);
});

test("fileNameOf() gives a name that every system takes", () => {
  expect(fileNameOf('../a:b*"c" \u0000 出島')).toBe("a-b-c-出島.md");
  expect(fileNameOf("???")).toBe("conversation.md");
  expect(fileNameOf("x".repeat(300))).toHaveLength(63);
});
