import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { chatWords } from "../../words/chat.ts";
import type { Chat, Queued } from "./chat.ts";
import { isOpen } from "./turn.ts";

/**
 * What the next message does, if that is not obvious: it continues from an earlier one, or others are sent
 * before it.
 */
export function Waiting({ chat: { editing, queue, draft, turns, send } }: { chat: Chat }) {
  const say = useWords(chatWords);
  const last = turns.value.at(-1);
  const isIdle = last !== undefined && !isOpen(last);
  const remove = (queued: Queued) => {
    queue.value = queue.value.filter((one) => one !== queued);
  };
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
          {say(isIdle ? "notSent" : "queued")}
          <span class="clamp">{queued.message}</span>
          {isIdle ? (
            <Button
              small
              onClick={() => {
                remove(queued);
                void send(queued.message, queued.files);
              }}
            >
              {say("send")}
            </Button>
          ) : null}
          <Button small kind="quiet" icon="close" label={say("unqueue")} onClick={() => remove(queued)} />
        </p>
      ))}
    </>
  );
}
