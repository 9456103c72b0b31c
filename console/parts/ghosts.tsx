import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";

const ROWS = ["first", "second", "third", "fourth"];

/** The skeleton of a list that is loading. */
export function Ghosts() {
  const say = useWords(shellWords);
  return (
    <div class="ghosts" role="status">
      <span class="only-heard">{say("loading")}</span>
      {ROWS.map((row) => (
        <div key={row} class="ghost" />
      ))}
    </div>
  );
}
