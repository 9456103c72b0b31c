import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { settingsWords } from "../../words/settings.ts";
import { shellWords } from "../../words/shell.ts";

/** The person's identity at the server, and their token. */
export function AccessSettings() {
  const { api, preferences, live, notices } = useConsole();
  const report = useReport();
  const say = useWords(settingsWords);
  const sayShell = useWords(shellWords);
  const field = useId();
  const { token, rememberToken } = preferences;
  const typed = useSignal("");
  const { me: known } = useConsole();
  // Loaded with the page. Requested again only to show why it is unknown.
  const me = useData(async () => known.value ?? api.get("/api/me"), [known.value, token.value]);
  const use = async (next: string) => {
    token.value = next;
    typed.value = "";
    live.restart();
    if (next === "") return;
    try {
      const { name, role } = await api.get("/api/me");
      notices.show("done", say("tokenUsed", { name, role }));
    } catch (error) {
      report(error);
    }
  };
  const signOut = async () => {
    try {
      const headers = { "content-type": "application/json" };
      await fetch("/sign-out", { method: "POST", headers, body: "{}" });
      location.reload();
    } catch (error) {
      report(error);
    }
  };
  // Only people who signed in have a mail address as their name.
  const isSignedIn = token.value === "" && me.value?.name.includes("@") === true;
  return (
    <section class="card padded" aria-label={say("access")}>
      <h2>{say("access")}</h2>
      {me.problem === undefined ? null : <ProblemNote problem={me.problem} />}
      {me.value === undefined ? null : (
        <dl class="facts">
          <dt>{say("you")}</dt>
          <dd>{me.value.name}</dd>
          <dt>{say("role")}</dt>
          <dd>{sayShell(me.value.role)}</dd>
          <dt>{say("server")}</dt>
          <dd>Dejima {me.value.version}</dd>
        </dl>
      )}
      {isSignedIn ? <Button onClick={() => void signOut()}>{say("signOut")}</Button> : null}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void use(typed.value.trim());
        }}
      >
        <div class="field">
          <label for={field}>{say("token")}</label>
          <input
            id={field}
            class="input mono"
            type="password"
            autocomplete="off"
            placeholder={token.value === "" ? "dj_…" : "••••••••"}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
          />
          <span class="hint">
            <RichText text={say("tokenHint")} />
          </span>
        </div>
        <label class="choice small">
          <input
            type="checkbox"
            checked={rememberToken.value}
            onChange={(event) => {
              rememberToken.value = event.currentTarget.checked;
            }}
          />
          <span>{say("remember")}</span>
        </label>
        <div class="actions">
          <Button type="submit" icon="key" disabled={typed.value.trim() === ""}>
            {say("useToken")}
          </Button>
          {token.value === "" ? null : (
            <Button kind="danger" onClick={() => void use("")}>
              {say("forget")}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
