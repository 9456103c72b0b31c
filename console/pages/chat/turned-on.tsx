import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { chatWords } from "../../words/chat.ts";
import { familyWords } from "../../words/families.ts";

const isFamily = (rule: string): rule is keyof typeof familyWords => Object.hasOwn(familyWords, rule);

/** What was turned on only for this conversation, and a button to turn it off. */
export function TurnedOn({ conversation, running }: { conversation: string; running: boolean }) {
  const { api } = useConsole();
  const say = useWords(chatWords);
  const report = useReport();
  const mayChange = useMay("user");
  const params = { id: conversation };
  const held = useData(
    () => api.get("/api/conversations/{id}/rules", { params }),
    [api, conversation, running],
  );
  const { turnedOn = [] } = held.value ?? {};
  const family = useWords(familyWords);
  const ruleName = (rule: string) => (isFamily(rule) ? family(rule) : rule);
  if (turnedOn.length === 0) return null;
  const turnOff = async () => {
    try {
      await api.send("DELETE", "/api/conversations/{id}/rules", { params });
      await held.reload();
    } catch (error) {
      report(error);
    }
  };
  return (
    <div class="chat-problem">
      <p class="soft small turned-on">
        {say("turnedOn", { rules: turnedOn.map((rule) => ruleName(rule)).join(" · ") })}{" "}
        {mayChange ? (
          <Button kind="quiet" onClick={() => void turnOff()}>
            {say("turnOff")}
          </Button>
        ) : null}
      </p>
    </div>
  );
}
