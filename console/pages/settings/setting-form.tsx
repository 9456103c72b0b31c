import { useSignal } from "@preact/signals";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import type { FormField } from "../../parts/form/form-fields.ts";
import { SchemaForm } from "../../parts/form/schema-form.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { settingsWords } from "../../words/settings.ts";
import type { Setting } from "./config-rows.ts";

interface SettingFormProps {
  readonly setting: Setting;
  /** Writes the value into the config of this folder; `undefined` removes the setting from it. */
  onSave(setting: Setting, value: readonly string[] | undefined): Promise<void>;
  onClose(): void;
}

/** Changes one setting, or removes it from the config of this folder. */
export function SettingForm({ setting, onSave, onClose }: SettingFormProps) {
  const say = useWords(settingsWords);
  const text = useSignal(setting.value.join("\n"));
  const field: FormField = {
    name: setting.key,
    kind: fieldKind(setting),
    required: true,
    about: setting.about,
    fallback: setting.default.join(", ") || undefined,
  };
  const words = text.value.split("\n").filter((line) => line.trim() !== "");
  return (
    <FormDialog
      title={say("settingChangeOf", { key: setting.key })}
      action={say("settingSave")}
      complete={words.length > 0 && words.join("\n") !== setting.value.join("\n")}
      send={() => onSave(setting, words)}
      onClose={onClose}
      onSent={() => {}}
    >
      <SchemaForm
        fields={[field]}
        texts={{ [setting.key]: text.value }}
        onText={(_name, next) => {
          text.value = next;
        }}
      />
      {setting.from === "project" || setting.from === "team" ? (
        <Button
          kind="quiet"
          icon="undo"
          onClick={() => {
            onClose();
            void onSave(setting, undefined);
          }}
        >
          {say("settingReset")}
        </Button>
      ) : null}
    </FormDialog>
  );
}

function fieldKind({ kind, choices }: Setting): FormField["kind"] {
  switch (kind) {
    case "switch":
      return { type: "switch" };
    case "choice":
      return { type: "choice", choices };
    case "list":
      return { type: "lines" };
    case "text":
      return { type: "text", long: false };
  }
}
