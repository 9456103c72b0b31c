import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Note } from "../../parts/note.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { messengersWords } from "../../words/messengers.ts";
import type { Messenger } from "./messenger.ts";

/** Who may write at a messenger, and which of them may answer questions. */
export function PeopleList({ messenger, onChange }: { messenger: Messenger; onChange(): void }) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(messengersWords);
  const { name, allowed, state } = messenger;
  // Shows the choice until the server's list arrives.
  const chosen = useSignal<readonly string[] | undefined>(undefined);
  useEffect(() => {
    chosen.value = undefined;
  }, [messenger, chosen]);
  const approvers = chosen.value ?? messenger.approvers ?? allowed;
  const added = useSignal("");
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error) => {
      chosen.value = undefined;
      report(error);
    });
    onChange();
  };
  const save = (people: readonly string[], answering: readonly string[]) => {
    chosen.value = answering;
    return attempt(() =>
      api.send("PUT", "/api/channels/{name}/people", {
        params: { name },
        body: {
          allowed: [...people],
          // If all may answer, people added later may, too.
          ...(people.every((one) => answering.includes(one)) && people.length > 0
            ? {}
            : { approvers: people.filter((one) => answering.includes(one)) }),
        },
      }),
    );
  };
  const sendTest = (person: string) =>
    attempt(async () => {
      await api.send("POST", "/api/channels/{name}/test", { params: { name }, body: { person } });
      notices.show("done", say("testSent", { person }));
    });
  const add = async () => {
    const person = added.value.trim();
    if (person === "") return;
    await save([...new Set([...allowed, person])], [...approvers, person]);
    added.value = "";
  };
  return (
    <div class="stack tight">
      <p class="part-head">{say("people")}</p>
      {allowed.length === 0 ? (
        <Note tone="care">{say("noPeople")}</Note>
      ) : approvers.length === 0 ? (
        <Note tone="care">{say("noApprover")}</Note>
      ) : null}
      <ul class="stack tight">
        {allowed.map((person) => (
          <li key={person} class="line">
            <code class="break">{person}</code>
            <label class="choice small">
              <input
                type="checkbox"
                aria-label={say("mayAnswer", { person })}
                checked={approvers.includes(person)}
                onChange={({ currentTarget }) =>
                  void save(
                    allowed,
                    currentTarget.checked
                      ? [...approvers, person]
                      : approvers.filter((one) => one !== person),
                  )
                }
              />
              <span aria-hidden="true">{say("answers")}</span>
            </label>
            {state === "connected" ? (
              <Button
                small
                kind="quiet"
                icon="send"
                label={say("sendTestTo", { person })}
                onClick={() => void sendTest(person)}
              />
            ) : null}
            <Button
              small
              kind="quiet"
              icon="close"
              label={say("removePerson", { person })}
              onClick={() =>
                void save(
                  allowed.filter((one) => one !== person),
                  approvers,
                )
              }
            />
          </li>
        ))}
      </ul>
      <form
        class="line add-person"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField label={say("addPerson")} hint={say("addPersonHint")} value={added} />
        <Button type="submit" small icon="plus" disabled={added.value.trim() === ""}>
          {say("letWrite")}
        </Button>
      </form>
    </div>
  );
}
