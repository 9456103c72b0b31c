import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Profile, ProfileKey } from "../../../src/contract/user/profile.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { memoryWords } from "../../words/memory.ts";

const KEYS: readonly ProfileKey[] = [
  "name",
  "language",
  "timezone",
  "location",
  "occupation",
  "detail",
  "hours",
  "tools",
  "about",
];

/** The lines of a profile. Empty ones are deleted; only changes are sent. */
export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved(profile: Profile): void }) {
  const { api, notices, preferences } = useConsole();
  const say = useWords(memoryWords);
  const field = useId();
  const typed = useSignal<Partial<Record<ProfileKey, string>>>({});
  const mayChange = useMay("user");
  const busy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const questions = new Map(profile.open.map(({ key, question }) => [key, question]));
  const changed = KEYS.flatMap((key) => {
    const text = typed.value[key]?.trim();
    return text === undefined || text === (profile.values[key] ?? "")
      ? []
      : [[key, text === "" ? null : text] as const];
  });
  const save = async () => {
    busy.value = true;
    problem.value = undefined;
    try {
      onSaved(await api.send("PATCH", "/api/profile", { body: Object.fromEntries(changed) }));
      typed.value = {};
      notices.show("done", say("profileSaved"));
    } catch (error) {
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  return (
    <form
      class="card padded"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      <div class="split">
        {KEYS.map((key) => (
          <div key={key} class="field">
            <label for={`${field}-${key}`}>{say(key)}</label>
            <input
              id={`${field}-${key}`}
              class="input"
              maxLength={500}
              autocomplete="off"
              readOnly={!mayChange}
              placeholder={questions.get(key)?.[preferences.language.value]}
              value={typed.value[key] ?? profile.values[key] ?? ""}
              onInput={(event) => {
                typed.value = { ...typed.value, [key]: event.currentTarget.value };
              }}
            />
            {profile.origins[key] === undefined ? null : (
              <span class="hint">
                {profile.origins[key].runId === undefined ? (
                  say("writtenByYou")
                ) : (
                  <a href={addressOf("runs", profile.origins[key].runId)}>{say("fromConversation")}</a>
                )}
                {profile.origins[key].untrusted.length === 0
                  ? null
                  : ` · ${say("afterReading", { sources: profile.origins[key].untrusted.join("; ") })}`}
              </span>
            )}
            {profile.skipped.includes(key) ? <span class="hint">{say("skipped")}</span> : null}
          </div>
        ))}
      </div>
      <div class="actions">
        <NeedsRole needed="user">
          <Button type="submit" kind="main-action" busy={busy.value} disabled={changed.length === 0}>
            {say("profileSave")}
          </Button>
        </NeedsRole>
      </div>
    </form>
  );
}
