import type { Conversation, Turn as StoredTurn } from "../../../src/contract/conversation.ts";
import { oneLine } from "../../../src/text/one-line.ts";
import type { Turn } from "./turn.ts";

/** What an answer says, as it was written: Markdown. */
export function answerText({ items }: Turn): string {
  return items
    .flatMap((item) => (item.kind === "text" ? [item.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Who speaks, as an export calls them. */
interface Names {
  readonly you: string;
  readonly agent: string;
}

/** A conversation as a Markdown document: what was said and answered, with when, and the run that has all the rest. */
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

/** The name of a file for a title, on any system. */
export function fileNameOf(title: string): string {
  const plain = oneLine(title)
    .replace(/[<>:"/\\|?*.]+/g, " ")
    .trim()
    .replace(/\s+/g, "-");
  return `${plain.slice(0, 60) || "conversation"}.md`;
}

// The words of a person are shown as they are: a quote keeps them apart from headings of their own.
function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function stamp(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}
