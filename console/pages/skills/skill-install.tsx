import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useFileDrop } from "../../core/use-file-drop.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { DropVeil } from "../../parts/drop-veil.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { skillsWords } from "../../words/skills.ts";

/** Installs a skill from a zip: chosen with the button, or dropped anywhere on the page. */
export function SkillInstall({ onInstalled }: { onInstalled(): void }) {
  const { api, notices, route } = useConsole();
  const say = useWords(skillsWords);
  const chooser = useRef<HTMLInputElement>(null);
  const file = useSignal<File | undefined>(undefined);
  const fraction = useSignal(0);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const install = async (chosen: File | undefined) => {
    if (chosen === undefined || file.value !== undefined) return;
    file.value = chosen;
    problem.value = undefined;
    fraction.value = 0;
    try {
      const { name } = await api.upload("/api/skills", chosen, (sent) => {
        fraction.value = sent;
      });
      notices.show("done", say("installed", { name }));
      onInstalled();
      route.go(addressOf("skills", name));
    } catch (error) {
      problem.value = asProblem(error);
    }
    file.value = undefined;
  };
  const over = useFileDrop((files) => void install(files[0]));
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept=".zip,.tgz,.tar.gz,application/zip,application/gzip"
        hidden
        onChange={(event) => {
          void install(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button icon="upload" busy={file.value !== undefined} onClick={() => chooser.current?.click()}>
        {say("install")}
      </Button>
      {file.value === undefined ? null : (
        <div class="whole-line">
          <p class="small soft">{say("installing", { file: file.value.name })}</p>
          {/* After the upload the server unpacks and scans, which reports no progress. */}
          <ProgressBar label={say("install")} fraction={fraction.value < 1 ? fraction.value : undefined} />
        </div>
      )}
      {problem.value === undefined ? null : (
        <div class="whole-line">
          <ProblemNote problem={problem.value} />
        </div>
      )}
      {over ? <DropVeil label={say("drop")} /> : null}
    </>
  );
}
