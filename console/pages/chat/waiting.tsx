import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { chatWords } from "../../words/chat.ts";
import type { Chat } from "./chat.ts";

/**
 * What the next message does, if that is not obvious: it continues from an earlier one, or others are sent
 * before it.
 */
export function Waiting({ chat: { editing, queue, draft } }: { chat: Chat }) {
  const say = useWords(chatWords);
  return (
    <>
      {editing.value === undefined ? null : (
        <p class="line small soft chat-waiting">
          {say("editing")}
          <Button
            small
            kind="quiet"
            onClick={() => {
              editing.value = undefined;
              draft.value = "";
            }}
          >
            {say("cancelEdit")}
          </Button>
        </p>
      )}
      {queue.value.map((queued, index) => (
        <p key={index} class="line small soft chat-waiting">
          {say("queued")}
          <span class="clamp">{queued.message}</span>
          <Button
            small
            kind="quiet"
            icon="close"
            label={say("unqueue")}
            onClick={() => {
              queue.value = queue.value.filter((one) => one !== queued);
            }}
          />
        </p>
      ))}
    </>
  );
}
