import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { VerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { databasesWords } from "../../words/databases.ts";
import type { DatabaseView } from "./database-tables.tsx";

/** The family of rules for all work in databases. */
const FAMILY = "databases";

/** The rules that apply to a database, and the two most common changes to them. */
export function DatabaseRules({ database, onChange }: { database: DatabaseView; onChange(): Promise<void> }) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(databasesWords);
  const { name, rules, reading, changing, readOnly } = database;
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error) => report(error));
    await onChange();
  };
  const letRead = (allowReading: boolean) =>
    attempt(() => api.send("PATCH", "/api/databases/{name}", { params: { name }, body: { allowReading } }));
  const askAboutChanges = () =>
    attempt(async () => {
      await api.send("PUT", "/api/policy/rules", { body: { rule: FAMILY, verdict: "ask" } });
      notices.show("done", say("changesOn"));
    });
  return (
    <div class="stack tight">
      <p class="part-head">{say("rules")}</p>
      {rules.length === 0 ? (
        <p class="soft small">{say("noRules")}</p>
      ) : (
        <ul class="stack tight">
          {rules.map(({ rule, verdict }) => (
            <li key={rule} class="line small">
              <VerdictBadge verdict={verdict} /> <code class="break">{rule}</code>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Button small onClick={() => void letRead(reading !== "allow")}>
          {say(reading === "allow" ? "askRead" : "letRead")}
        </Button>
        {changing === "deny" && !readOnly ? (
          <Button small onClick={() => void askAboutChanges()}>
            {say("allowChanges")}
          </Button>
        ) : null}
        <a class="small" href="#/policy">
          {say("rulesPage")}
        </a>
      </div>
    </div>
  );
}
