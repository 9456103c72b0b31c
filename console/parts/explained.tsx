import { useExplained } from "../core/problem-words.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { RichText } from "./rich-text.tsx";

/** A message of the server in the chosen language. If a part has no translation, the original is folded below it. */
export function Explained({ text }: { text: string }) {
  const { detail, exact, quoted } = useExplained()(text);
  return (
    <>
      {detail === "" ? null : (
        <p lang={quoted ? "en" : undefined}>
          <RichText text={detail} />
        </p>
      )}
      {exact === undefined ? null : <ExactMessage text={exact} />}
    </>
  );
}

/** What a server said, word for word, folded. */
function ExactMessage({ text }: { text: string }) {
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
