import { useSignal } from "@preact/signals";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { VerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Switch } from "../../parts/switch.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { databasesWords } from "../../words/databases.ts";
import { DatabaseProblem } from "./database-problem.tsx";
import { DatabaseTables, type DatabaseView } from "./database-tables.tsx";

/** A database of the config, as the list gives it. */
export type Database = Answer<"get", "/api/databases">["databases"][number];

interface CardProps {
  readonly database: Database;
  onRemove(name: string): Promise<void>;
}

/** The family of rules for all work in databases. */
const FAMILY = "databases";

/** One database: whether it answers, its tables, and its permissions. */
export function DatabaseCard({ database, onRemove }: CardProps) {
  const { api } = useConsole();
  const report = useReport();
  const say = useWords(databasesWords);
  const { name, kind, place } = database;
  const params = { name };
  const view = useData(() => api.get("/api/databases/{name}", { params }), [api, name]);
  const open = useSignal(false);
  const entering = useFlag();
  const busy = useSignal(false);
  const attempt = async (work: () => Promise<unknown>) => {
    busy.value = true;
    await work().catch((error) => report(error));
    busy.value = false;
    await view.reload();
  };
  const found = view.problem === undefined ? view.value : undefined;
  const { readOnly, trusted } = found ?? database;
  return (
    <section class="card padded" aria-label={name}>
      <div class="line">
        <h2 class="break">{name}</h2>
        {view.problem !== undefined ? (
          <Badge tone="bad">{say("unreachable")}</Badge>
        ) : found === undefined ? (
          <Badge>{say("checking")}</Badge>
        ) : (
          <Badge tone="good">{say("reachable")}</Badge>
        )}
        <Badge>{say(kind)}</Badge>
        <Badge tone={readOnly ? "good" : "plain"}>{say(readOnly ? "isReadOnly" : "writable")}</Badge>
        {trusted ? <Badge>{say("isTrusted")}</Badge> : null}
        <span class="line server-switch">
          <span class="soft small" aria-hidden="true">
            {say("isReadOnly")}
          </span>
          <Switch
            label={say("switchReadOnly", { name })}
            on={readOnly}
            disabled={busy.value}
            onChange={(next) =>
              void attempt(() =>
                api.send("PATCH", "/api/databases/{name}", { params, body: { readOnly: next } }),
              )
            }
          />
          <Button
            small
            kind="quiet"
            icon="trash"
            label={say("removeThis", { name })}
            disabled={busy.value}
            onClick={() => void attempt(() => onRemove(name))}
          />
        </span>
      </div>
      <p class="mono small soft break">{place}</p>
      {view.problem === undefined ? null : <DatabaseProblem problem={view.problem} />}
      {found === undefined ? null : (
        <>
          <dl class="figures">
            <div>
              <dt>{say("reading")}</dt>
              <dd>
                <VerdictBadge verdict={found.reading} />
              </dd>
            </div>
            <div>
              <dt>{say("changing")}</dt>
              <dd>
                <VerdictBadge verdict={found.changing} />
              </dd>
            </div>
          </dl>
          <DatabaseRules database={found} onChange={view.reload} />
        </>
      )}
      <div class="actions">
        {found === undefined ? null : (
          <Button
            kind="quiet"
            expanded={open.value}
            onClick={() => {
              open.value = !open.value;
            }}
          >
            {open.value ? say("hideTables") : say("showTables", { count: found.tables.length })}
          </Button>
        )}
        <Button icon="refresh" busy={view.loading} onClick={() => void view.reload()}>
          {say("test")}
        </Button>
        {kind === "sqlite" ? null : (
          <Button kind="quiet" icon="key" onClick={entering.turnOn}>
            {say("changePassword")}
          </Button>
        )}
      </div>
      {open.value && found !== undefined ? <DatabaseTables database={found} /> : null}
      {entering.on ? (
        <PasswordForm name={name} onSaved={() => void view.reload()} onClose={entering.turnOff} />
      ) : null}
    </section>
  );
}

interface PasswordFormProps {
  readonly name: string;
  onSaved(): void;
  onClose(): void;
}

/** Sets another password for a database. It is tested first. */
function PasswordForm({ name, onSaved, onClose }: PasswordFormProps) {
  const { api, notices } = useConsole();
  const say = useWords(databasesWords);
  const password = useSignal("");
  const send = async () => {
    await api.send("PATCH", "/api/databases/{name}", {
      params: { name },
      body: { password: password.value },
    });
    notices.show("done", say("passwordChanged", { name }));
  };
  return (
    <FormDialog
      title={say("changePasswordOf", { name })}
      action={say("changePassword")}
      complete={password.value !== ""}
      send={send}
      problemView={(problem) => <DatabaseProblem problem={problem} />}
      onClose={onClose}
      onSent={onSaved}
    >
      <TextField secret label={say("password")} hint={say("passwordHint")} value={password} />
    </FormDialog>
  );
}

/** The rules that apply to a database, and the two most common changes to them. */
function DatabaseRules({ database, onChange }: { database: DatabaseView; onChange(): Promise<void> }) {
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
