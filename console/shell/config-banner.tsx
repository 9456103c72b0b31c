import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Answer } from "../core/api-calls.ts";
import { useConsole } from "../core/console-context.ts";
import { useMay } from "../core/me.ts";
import { useData } from "../core/use-data.ts";
import { useLiveReload } from "../core/use-live-reload.ts";
import { useWords } from "../core/words.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { shellWords } from "../words/shell.ts";

/** Warns that a config change is not fully in effect. Shown to admins, who may read the config. */
export function ConfigBanner() {
  return useMay("admin") ? <ReloadNote /> : null;
}

function ReloadNote() {
  const { api, preferences } = useConsole();
  const say = useWords(shellWords);
  const read = useSignal("");
  const loaded = useData(() => api.get("/api/config/reload"), [api]);
  useLiveReload(["run-start", "run-end"], loaded.reload);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void loaded.reload();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [loaded.reload]);
  const report = loaded.value?.report;
  const waits = report !== undefined && report !== null && isUnfinished(report);
  const language = preferences.language.value;
  const text = useData(async () => (waits ? reloadText(report, language) : ""), [report, language]);
  if (!waits || !text.value || read.value === report.at) return null;
  return (
    <div class="banner-place" role="status">
      <div class="banner">
        <Icon name="warning" />
        <p>{text.value}</p>
        <Button
          small
          onClick={() => {
            read.value = report.at;
          }}
        >
          {say("gotIt")}
        </Button>
      </div>
    </div>
  );
}

/** Loaded only if there is something to say. */
async function reloadText(report: Report, language: "en" | "zh"): Promise<string> {
  const { describeReload } = await import("../../src/text/describe-reload.ts");
  return describeReload({ ...report, applied: [] }, { command: "dejima serve", language });
}

type Report = NonNullable<Answer<"get", "/api/config/reload">["report"]>;

type Unfinished = Readonly<Record<"problems" | "restart" | "ignored", readonly unknown[]>>;

function isUnfinished({ problems, restart, ignored }: Unfinished): boolean {
  return problems.length + restart.length + ignored.length > 0;
}
