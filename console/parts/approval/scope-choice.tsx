import { useId } from "preact/hooks";
import type { GrantOffer } from "../../../src/contract/grant.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";

interface ScopeChoiceProps {
  readonly offers: readonly GrantOffer[];
  /** The key of an offer; nothing is this call alone. */
  readonly chosen: string | undefined;
  onChoose(key: string | undefined): void;
}

/** How far the approval shall reach: this call, or one of the wider agreements that are offered. */
export function ScopeChoice({ offers, chosen, onChoose }: ScopeChoiceProps) {
  const say = useWords(callWords);
  const language = useConsole().preferences.language.value;
  const name = useId();
  const choices = [
    { key: undefined, words: say("onlyThis") },
    ...offers.map(({ key, words }) => ({ key, words: words[language] })),
  ];
  return (
    <fieldset class="scope">
      <legend>{say("scope")}</legend>
      {choices.map(({ key, words }) => (
        <label key={key ?? ""} class="choice">
          <input type="radio" name={name} checked={chosen === key} onChange={() => onChoose(key)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
