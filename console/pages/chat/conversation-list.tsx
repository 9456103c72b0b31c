import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { chatWords } from "../../words/chat.ts";
import { shellWords } from "../../words/shell.ts";
import { ConversationItem } from "./conversation-item.tsx";

/** The conversations, latest first, or those that match a search. */
export function ConversationList({ open, running }: { open: string | undefined; running: boolean }) {
  const { route, live, preferences } = useConsole();
  const hidden = preferences.listFolded.value;
  const say = useWords(chatWords);
  const sayShell = useWords(shellWords);
  const text = useSignal("");
  const unfolded = useSignal(false);
  const list = usePages("/api/conversations", 50, { query: text.value.trim() });
  const { items = [], reload } = list;
  // A new conversation or message changes the list. With live events, those trigger the reload.
  useEffect(() => {
    if (live.connection.peek() !== "open") void reload();
  }, [open, running]);
  useLiveReload(["turn-start", "conversation-titled", "message-told"], reload);
  const fold = () => {
    unfolded.value = false;
  };
  const toggle = (
    <Button
      kind="quiet"
      class="conversations-hide"
      icon={hidden ? "right" : "left"}
      label={say(hidden ? "unfoldList" : "foldList")}
      expanded={!hidden}
      onClick={() => {
        preferences.listFolded.value = !hidden;
      }}
    />
  );
  return (
    <div class={`conversations${unfolded.value ? " unfolded" : ""}${hidden ? " hidden-list" : ""}`}>
      <div class="conversations-head">
        <a class="button" href={addressOf("chat")} onClick={fold}>
          <Icon name="plus" />
          <span class="conversations-new">{say("newConversation")}</span>
        </a>
        {toggle}
        <Button
          kind="quiet"
          class="conversations-fold"
          icon={unfolded.value ? "down" : "menu"}
          label={say("conversations")}
          expanded={unfolded.value}
          onClick={() => {
            unfolded.value = !unfolded.value;
          }}
        />
      </div>
      <div class="conversations-body">
        {items.length === 0 && text.value === "" ? null : (
          <SearchBox
            label={say("searchConversations")}
            hint={say("search")}
            value={text.value}
            onInput={(next) => {
              text.value = next;
            }}
          />
        )}
        <nav aria-label={say("conversations")}>
          {list.problem === undefined ? null : (
            <ProblemNote problem={list.problem} onRetry={() => void reload()} />
          )}
          {list.items?.length === 0 ? (
            <p class="faint small pad">{say(text.value.trim() === "" ? "noConversations" : "noneFound")}</p>
          ) : null}
          <ul>
            {items.map((conversation) => (
              <ConversationItem
                key={conversation.id}
                conversation={conversation}
                open={conversation.id === open}
                onOpen={fold}
                onChange={() => void reload()}
                onRemoved={() => {
                  if (conversation.id === open) route.go(addressOf("chat"));
                  void reload();
                }}
              />
            ))}
          </ul>
          {list.more ? (
            <Button small busy={list.loading} onClick={() => void list.loadMore()}>
              {sayShell("more")}
            </Button>
          ) : null}
        </nav>
      </div>
    </div>
  );
}
