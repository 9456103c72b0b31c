import type { RunStatus } from "../../../src/contract/run.ts";
import { useWords } from "../../core/words.ts";
import { runsWords } from "../../words/runs.ts";
import { Badge, type Tone } from "../badge.tsx";

const TONES: Readonly<Record<RunStatus, Tone>> = {
  open: "accent",
  done: "good",
  failed: "bad",
  cancelled: "care",
  interrupted: "care",
  parked: "care",
};

/** The status of a run. */
export function StatusBadge({ status }: { status: RunStatus }) {
  const say = useWords(runsWords);
  return (
    <Badge tone={TONES[status]}>
      {status === "open" ? <span class="dot busy" /> : null}
      {say(status)}
    </Badge>
  );
}
