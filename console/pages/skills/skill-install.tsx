import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { skillsWords } from "../../words/skills.ts";

/** Installs a skill from a zip: chosen with the button, or dropped anywhere on the page. */
export function SkillInstall({ onInstalled }: { onInstalled(): void }) {
  const { api, notices, route } = useConsole();
  const say = useWords(skillsWords);
  const chooser = useRef<HTMLInputElement>(null);
  const over = useSignal(false);
  const file = useSignal<File | undefined>(undefined);
  const fraction = useSignal(0);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const install = async (chosen: File | undefined) => {
    if (chosen === undefined || file.value !== undefined) return;
    file.value = chosen;
    problem.value = undefined;
    fraction.value = 0;
    try {
      const { name } = await api.upload<{ name: string }>("/api/skills", chosen, (sent) => {
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
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      over.value = event.type === "dragover";
      if (event.type === "drop") void install(event.dataTransfer.files[0]);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) over.value = false;
    };
    document.addEventListener("dragover", drag);
    document.addEventListener("drop", drag);
    document.addEventListener("dragleave", leave);
    return () => {
      document.removeEventListener("dragover", drag);
      document.removeEventListener("drop", drag);
      document.removeEventListener("dragleave", leave);
    };
  });
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
          {/* Once all is sent the server unpacks and scans, which cannot be measured from here. */}
          <ProgressBar label={say("install")} fraction={fraction.value < 1 ? fraction.value : undefined} />
        </div>
      )}
      {problem.value === undefined ? null : (
        <div class="whole-line">
          <ProblemNote problem={problem.value} />
        </div>
      )}
      {over.value ? (
        <div class="drop">
          <Icon name="upload" />
          <p>{say("drop")}</p>
        </div>
      ) : null}
    </>
  );
}
