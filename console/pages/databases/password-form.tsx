import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { databasesWords } from "../../words/databases.ts";
import { DatabaseProblem } from "./database-problem.tsx";

interface PasswordFormProps {
  readonly name: string;
  onSaved(): void;
  onClose(): void;
}

/** Sets another password for a database. It is tested first. */
export function PasswordForm({ name, onSaved, onClose }: PasswordFormProps) {
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
