import { useMay } from "../../core/me.ts";
import { useWords } from "../../core/words.ts";
import { chatWords } from "../../words/chat.ts";

/** What stands in an empty conversation: things to try. */
export function ChatStart({ onSend }: { onSend(message: string): void }) {
  const say = useWords(chatWords);
  const mayWrite = useMay("user");
  const ideas = [say("tryFiles"), say("tryTime"), say("tryWrite"), say("trySearch")];
  return (
    <div class="chat-start">
      <img src="/harbour.svg" alt="" width="44" height="44" />
      <h2>{say("startTitle")}</h2>
      <p class="soft">{say("startBody")}</p>
      {mayWrite ? (
        <ul class="ideas">
          {ideas.map((idea) => (
            <li key={idea}>
              <button type="button" onClick={() => onSend(idea)}>
                {idea}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
