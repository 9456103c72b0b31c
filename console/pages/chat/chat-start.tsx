import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useWords } from "../../core/words.ts";
import { LazyConnectModel } from "../../parts/model/lazy-connect-model.tsx";
import { chatWords } from "../../words/chat.ts";
import { modelChipWords } from "../../words/model-chip.ts";

/** The content of an empty conversation: suggestions. */
export function ChatStart({ onSend }: { onSend(message: string): void }) {
  const say = useWords(chatWords);
  const sayModel = useWords(modelChipWords);
  const { model } = useConsole();
  const mayWrite = useMay("user");
  const mayConnect = useMay("admin");
  const ideas = [say("tryFiles"), say("tryTime"), say("tryWrite"), say("trySearch")];
  return (
    <div class="chat-start">
      <img src="/harbour.svg" alt="" width="44" height="44" />
      <h2>{say("startTitle")}</h2>
      <p class="soft">{say("startBody")}</p>
      {mayConnect && model.now.value?.offline === true ? (
        <section class="card padded start-model" aria-label={sayModel("title")}>
          <h3>{sayModel("title")}</h3>
          <p class="soft small">{sayModel("none")}</p>
          <LazyConnectModel brief />
        </section>
      ) : null}
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
