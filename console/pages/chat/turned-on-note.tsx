import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { familyWords, turnedOnWords } from "../../words/chat.ts";

const isFamily = (rule: string): rule is keyof typeof familyWords => Object.hasOwn(familyWords, rule);

interface TurnedOnNoteProps {
  readonly conversation: string;
  readonly rules: readonly string[];
  onTurnedOff(): Promise<void>;
}

/** Names the rules that were turned on only for this conversation, with a button to turn them off. */
export function TurnedOnNote({ conversation, rules, onTurnedOff }: TurnedOnNoteProps) {
  const { api } = useConsole();
  const say = useWords(turnedOnWords);
  const family = useWords(familyWords);
  const report = useReport();
  const mayChange = useMay("user");
  const ruleName = (rule: string) => (isFamily(rule) ? family(rule) : rule);
  const turnOff = async () => {
    try {
      await api.send("DELETE", "/api/conversations/{id}/rules", { params: { id: conversation } });
      await onTurnedOff();
    } catch (error) {
      report(error);
    }
  };
  return (
    <div class="chat-problem">
      <p class="soft small turned-on">
        {say("turnedOn", { rules: rules.map((rule) => ruleName(rule)).join(" · ") })}{" "}
        {mayChange ? (
          <Button kind="quiet" onClick={() => void turnOff()}>
            {say("turnOff")}
          </Button>
        ) : null}
      </p>
    </div>
  );
}
