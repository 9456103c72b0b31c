import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { Time } from "../../parts/time.tsx";
import { chatWords } from "../../words/chat.ts";
import type { Kept } from "./chat-routes.ts";

/** Messages stored while the person was away: reminders, results of scheduled tasks. */
export function KeptMessages({ messages, onRead }: { messages: readonly Kept[]; onRead(): void }) {
  const say = useWords(chatWords);
  if (messages.length === 0) return null;
  return (
    <div class="card padded kept">
      <h2>{say("kept")}</h2>
      {messages.map(({ id, at, text }) => (
        <div key={id} class="stack tight">
          <span class="faint tiny">
            <Time at={at} />
          </span>
          <Markdown text={text} />
        </div>
      ))}
      <div class="actions">
        <NeedsRole needed="user">
          <Button small icon="check" onClick={onRead}>
            {say("read")}
          </Button>
        </NeedsRole>
      </div>
    </div>
  );
}
