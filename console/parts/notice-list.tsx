import { useConsole } from "../core/console-context.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";
import { Explained } from "./explained.tsx";
import { Icon } from "./icon.tsx";
import { RichText } from "./rich-text.tsx";

/** The notices in the corner. Screen readers announce them. */
export function NoticeList() {
  const { notices } = useConsole();
  const say = useWords(shellWords);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.list.value.map(({ id, kind, text, detail }) => (
        <div key={id}>
          <Icon name={kind === "done" ? "check" : "warning"} />
          <div>
            <p>{text}</p>
            {detail === undefined ? null : (
              <div class="soft tiny">
                {kind === "failed" ? <Explained text={detail} /> : <RichText text={detail} />}
              </div>
            )}
          </div>
          <Button small kind="quiet" icon="close" label={say("close")} onClick={() => notices.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
