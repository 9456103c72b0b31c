import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { CallCard } from "../../parts/call/call-card.tsx";
import { Explained } from "../../parts/explained.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Note } from "../../parts/note.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { chatWords } from "../../words/chat.ts";
import type { Item } from "./turn.ts";

/** One item of an answer: a text, a call, a remark. */
export function TurnItem({ item, onUndo }: { item: Item; onUndo(callId: string): Promise<void> }) {
  const say = useWords(chatWords);
  switch (item.kind) {
    case "text":
      return <Markdown text={item.text} />;
    case "thinking":
      return (
        <details class="thinking">
          <summary>{say(item.whole ? "thoughts" : "thinking")}</summary>
          <p>{item.text}</p>
        </details>
      );
    case "call":
      return <CallCard call={item.call} onUndo={onUndo} />;
    case "notice":
      return (
        <Note>
          <RichText text={item.text} />
        </Note>
      );
    case "reply":
      return (
        <Note>
          <p>{say(item.reply.accepted === false ? "notCounted" : item.reply.type)}</p>
          <div class="tiny">
            <Explained text={item.reply.message} />
          </div>
        </Note>
      );
    case "skill":
      return (
        <p class="line soft small">
          <Icon name="skills" />
          <a href={addressOf("skills", item.skill)}>{say("skill", { skill: item.skill })}</a>
          <span class="faint">{item.why}</span>
        </p>
      );
    case "reflection":
      return (
        <details class="soft small">
          <summary>{say("lessons")}</summary>
          <p class="faint">{item.reflection.assessment}</p>
        </details>
      );
  }
}
