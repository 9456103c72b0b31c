import type { PlanLine } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { VerdictBadge } from "../call/verdict-badge.tsx";
import { PreviewView } from "./preview-view.tsx";

interface PlanLinesProps {
  readonly lines: readonly PlanLine[];
  /** The numbers of the lines to approve, counting from 1. */
  readonly chosen: ReadonlySet<number>;
  onChoose(chosen: ReadonlySet<number>): void;
}

/** The calls of a plan. Each that needs approval can be left out. */
export function PlanLines({ lines, chosen, onChoose }: PlanLinesProps) {
  const language = useConsole().preferences.language.value;
  const flip = (number: number) => {
    const next = new Set(chosen);
    if (!next.delete(number)) next.add(number);
    onChoose(next);
  };
  return (
    <ol class="plan">
      {lines.map((line, index) => (
        <li key={index}>
          <label class="choice">
            <input
              type="checkbox"
              checked={line.verdict === "ask" ? chosen.has(index + 1) : line.verdict === "allow"}
              disabled={line.verdict !== "ask"}
              onChange={() => flip(index + 1)}
            />
            <span>
              <code>{line.tool}</code> <VerdictBadge verdict={line.verdict} />{" "}
              {line.words[language].join("; ")}
            </span>
          </label>
          {line.preview === undefined ? null : <PreviewView preview={line.preview} />}
        </li>
      ))}
    </ol>
  );
}
