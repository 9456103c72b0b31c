import type { Conversation, Turn as StoredTurn } from "../../../src/contract/user/conversation.ts";
import { oneLine } from "../../../src/text/one-line.ts";
import type { Turn } from "./turn.ts";

/** The text of an answer, as Markdown. */
export function answerText({ items }: Turn): string {
  return items
    .flatMap((item) => (item.kind === "text" ? [item.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The names of the speakers in an export. */
interface Names {
  readonly you: string;
  readonly agent: string;
}

/** A conversation as a Markdown document: messages and answers with times, and the run of each. */
export function conversationMarkdown(
  { title, createdAt }: Pick<Conversation, "title" | "createdAt">,
  turns: readonly Pick<StoredTurn, "runId" | "message" | "answer" | "startedAt">[],
  { you, agent }: Names,
): string {
  const parts = turns.map(({ runId, message, answer, startedAt }) =>
    [`## ${you} · ${stamp(startedAt)}`, quoted(message), `## ${agent} · \`${runId}\``, answer.trim()].join(
      "\n\n",
    ),
  );
  return `${[`# ${title.replace(/\s+/g, " ")}`, stamp(createdAt), ...parts].join("\n\n")}\n`;
}

/** A file name for a title, valid on any system. */
export function fileNameOf(title: string): string {
  const plain = oneLine(title)
    .replace(/[<>:"/\\|?*.]+/g, " ")
    .trim()
    .replace(/\s+/g, "-");
  return `${plain.slice(0, 60) || "conversation"}.md`;
}

// A person's text is shown unchanged: quoting separates it from the document's headings.
function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function stamp(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}
