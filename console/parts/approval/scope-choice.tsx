import { useId } from "preact/hooks";
import type { Approval } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useWords } from "../../core/words.ts";
import { questionWords } from "../../words/question.ts";

/** What a yes may cover besides this call: a grant, or a change of the rules. */
export interface Scope {
  readonly grant?: string;
  readonly rule?: string;
}

interface ScopeChoiceProps {
  readonly approval: Approval;
  readonly chosen: Scope;
  onChoose(scope: Scope): void;
}

/** The initial scope: only this call or, for a feature that is off, this conversation. */
export function firstScope({ off, ruleOffers = [] }: Approval): Scope {
  const rule = off === undefined ? undefined : ruleOffers.find(({ answer }) => answer === "approve")?.key;
  return rule === undefined ? {} : { rule };
}

/**
 * The scope of the approval: this call, a grant or a change of the rules. A feature that is off has to be
 * turned on.
 */
export function ScopeChoice({ approval, chosen, onChoose }: ScopeChoiceProps) {
  const say = useWords(questionWords);
  const language = useConsole().preferences.language.value;
  const mayChangeRules = useMay("admin");
  const name = useId();
  const { off, offers, ruleOffers = [] } = approval;
  const choices: readonly { readonly scope: Scope; readonly words: string }[] = [
    ...(off === undefined ? [{ scope: {}, words: say("onlyThis") }] : []),
    ...offers.map(({ key, words }) => ({ scope: { grant: key }, words: words[language] })),
    ...ruleOffers
      .filter(({ answer, scope }) => answer === "approve" && (mayChangeRules || scope !== "folder"))
      .map(({ key, words }) => ({ scope: { rule: key }, words: words[language] })),
  ];
  if (choices.length < 2) return null;
  return (
    <fieldset class="scope">
      <legend>{off === undefined ? say("scope") : say("turnOnWhere")}</legend>
      {choices.map(({ scope, words }) => (
        <label key={`${scope.grant ?? ""}/${scope.rule ?? ""}`} class="choice">
          <input
            type="radio"
            name={name}
            checked={chosen.grant === scope.grant && chosen.rule === scope.rule}
            onChange={() => onChoose(scope)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
