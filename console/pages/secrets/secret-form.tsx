import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { secretsWords } from "../../words/secrets.ts";

const SHORTEST = 8;

interface FormProps {
  onSaved(): void;
  onClose(): void;
}

/** Adds a secret. Its value leaves this page once and never comes back. */
export function SecretForm({ onSaved, onClose }: FormProps) {
  const { api, notices } = useConsole();
  const say = useWords(secretsWords);
  const [name, value, hosts, tools] = [useSignal(""), useSignal(""), useSignal(""), useSignal("builtin")];
  const send = async () => {
    const named = name.value.trim();
    await api.send("PUT", "/api/secrets/{name}", {
      params: { name: named },
      body: { value: value.value, binding: { hosts: words(hosts.value), tools: words(tools.value) } },
    });
    notices.show("done", say("saved", { name: named }));
  };
  return (
    <FormDialog
      title={say("add")}
      action={say("add")}
      complete={name.value.trim() !== "" && value.value.length >= SHORTEST && words(tools.value).length > 0}
      send={send}
      onClose={onClose}
      onSent={onSaved}
    >
      <TextField label={say("name")} hint={say("nameHint")} value={name} />
      <TextField secret label={say("value")} hint={say("valueHint")} value={value} />
      <TextField label={say("hosts")} hint={say("hostsHint")} value={hosts} />
      <TextField label={say("tools")} hint={say("toolsHint")} value={tools} />
    </FormDialog>
  );
}

/** Sets another value for a secret. Its binding stays. */
export function RotateForm({ name, onSaved, onClose }: FormProps & { name: string }) {
  const { api, notices } = useConsole();
  const say = useWords(secretsWords);
  const value = useSignal("");
  const send = async () => {
    await api.send("POST", "/api/secrets/{name}/rotate", { params: { name }, body: { value: value.value } });
    notices.show("done", say("rotated", { name }));
  };
  return (
    <FormDialog
      title={say("rotateThis", { name })}
      action={say("rotate")}
      complete={value.value.length >= SHORTEST}
      send={send}
      onClose={onClose}
      onSent={onSaved}
    >
      <TextField secret label={say("value")} hint={say("valueHint")} value={value} />
    </FormDialog>
  );
}

function words(text: string): string[] {
  return text.split(/[\s,，]+/).filter((word) => word !== "");
}
