import type { Signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Ghosts } from "../../parts/ghosts.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Time } from "../../parts/time.tsx";
import { chatWords } from "../../words/chat.ts";
import type { StoredMessage } from "./chat-routes.ts";
import { ChatStart } from "./chat-start.tsx";
import { Composer } from "./composer.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { createChat } from "./create-chat.ts";
import { splitMessage } from "./split-message.ts";
import { Transcript } from "./transcript.tsx";
import { isOpen, type Turn } from "./turn.ts";
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
            <StoredMessages messages={chat.kept.value} onRead={chat.markRead} />
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

/**
 * Puts a suggested text into a draft, but only while it is empty or still contains the last suggestion, so
 * that a person's own text stays.
 */
function composeInto(draft: Signal<string>): (text: string) => boolean {
  let last = "";
  return (text) => {
    if (draft.peek() !== "" && draft.peek() !== last) return false;
    last = text;
    draft.value = text;
    return true;
  };
}

/** The rules that were turned on only for this conversation. The text is loaded once there is something to show. */
function TurnedOn({ conversation, running }: { conversation: string; running: boolean }) {
  const { api } = useConsole();
  const turnedOnRules = useData(
    () => api.get("/api/conversations/{id}/rules", { params: { id: conversation } }),
    [api, conversation, running],
  );
  const { turnedOn = [] } = turnedOnRules.value ?? {};
  const some = turnedOn.length > 0;
  const { value: Note } = useData(
    async () => (some ? (await import("./turned-on-note.tsx")).TurnedOnNote : undefined),
    [some],
  );
  if (!some || Note === undefined) return null;
  return <Note conversation={conversation} rules={turnedOn} onTurnedOff={turnedOnRules.reload} />;
}

/** Messages stored while the person was away: reminders, results of scheduled tasks. */
function StoredMessages({ messages, onRead }: { messages: readonly StoredMessage[]; onRead(): void }) {
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
