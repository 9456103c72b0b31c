import { useEffect, useMemo, useRef } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { Ghosts } from "../../parts/ghosts.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { chatWords } from "../../words/chat.ts";
import { ChatStart } from "./chat-start.tsx";
import { composeInto } from "./compose-into.ts";
import { Composer } from "./composer.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { createChat } from "./create-chat.ts";
import { KeptMessages } from "./kept-messages.tsx";
import { splitMessage } from "./split-message.ts";
import { Transcript } from "./transcript.tsx";
import { isOpen, type Turn } from "./turn.ts";
import { TurnedOn } from "./turned-on.tsx";
import { Waiting } from "./waiting.tsx";

/** A conversation with the agent. */
export function ChatPage() {
  const { api, live, route } = useConsole();
  const say = useWords(chatWords);
  const [wanted] = route.place.value.rest;
  const field = useRef<HTMLTextAreaElement>(null);
  const chat = useMemo(
    () => createChat(api, { ready: live.settled, onConversation: (id) => route.go(addressOf("chat", id)) }),
    [api, live, route],
  );
  useEffect(() => {
    if (wanted !== chat.conversation.value || wanted === undefined) void chat.open(wanted);
  }, [wanted, chat]);
  useEffect(() => () => chat.leave(), [chat]);
  // The conversation continued elsewhere: in another window, or at another door.
  useEffect(
    () =>
      live.subscribe((event) => {
        if (event !== "connected" && event.type === "message-kept") return chat.addKept(event);
        const here =
          event === "connected" ||
          (event.type === "message-told" && event.conversation === chat.conversation.peek()) ||
          (event.type === "turn-start" && event.conversationId === chat.conversation.peek());
        if (here) void chat.refresh();
      }),
    [live, chat],
  );
  const turns = chat.turns.value;
  const last = turns.at(-1);
  const running = last !== undefined && isOpen(last);
  const send = (message: string, files?: readonly File[]) => void chat.send(message, files);
  const actions = useMemo(
    () => ({
      undo: chat.undo,
      compose: composeInto(chat.draft),
      again: running ? undefined : (message: string) => void chat.send(message),
      edit: running
        ? undefined
        : (turn: Turn) => {
            chat.editing.value = turn;
            chat.draft.value = splitMessage(turn.message).text;
            field.current?.focus();
          },
    }),
    [chat, running],
  );
  return (
    <div class="chat">
      <ConversationList open={chat.conversation.value} running={running} />
      <div class="chat-main">
        <h1 class="only-heard">{say("message")}</h1>
        {chat.loading.value ? (
          <div class="chat-flow">
            <Ghosts />
          </div>
        ) : turns.length === 0 ? (
          <ChatStart onSend={send} />
        ) : (
          <Transcript
            turns={turns}
            wanted={route.place.value.query.get("run") ?? undefined}
            actions={actions}
            onEarlier={chat.earlier.value === undefined ? undefined : chat.loadEarlier}
          >
            <KeptMessages messages={chat.kept.value} onRead={chat.markRead} />
          </Transcript>
        )}
        {chat.problem.value === undefined ? null : (
          <div class="chat-problem">
            <ProblemNote problem={chat.problem.value} />
          </div>
        )}
        {chat.conversation.value === undefined || turns.length === 0 ? null : (
          <TurnedOn conversation={chat.conversation.value} running={running} />
        )}
        <Waiting chat={chat} />
        <NeedsRole needed="user">
          <Composer
            draft={chat.draft}
            persona={chat.persona}
            field={field}
            running={running}
            conversation={turns.length === 0 ? undefined : chat.conversation.value}
            lastMessage={last?.message}
            onSend={send}
            onStop={() => void chat.stop()}
          />
        </NeedsRole>
      </div>
    </div>
  );
}
