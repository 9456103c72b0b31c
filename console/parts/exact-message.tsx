import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";

/** What a server said, word for word, folded. */
export function ExactMessage({ text }: { text: string }) {
  const say = useWords(shellWords);
  return (
    <details class="small">
      <summary>{say("exactMessage")}</summary>
      <p class="mono break" lang="en">
        {text}
      </p>
    </details>
  );
}
