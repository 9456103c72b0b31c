import type { ToolSummary } from "../../../src/contract/tool.ts";
import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { RiskBadge } from "../../parts/call/risk-badge.tsx";
import { ScoreBar } from "../../parts/score-bar.tsx";
import { toolsWords } from "../../words/tools.ts";

interface ToolRowProps {
  readonly tool: ToolSummary;
  readonly score: number | undefined;
  /** What spoke for it. */
  readonly why: readonly string[];
}

export function ToolRow({ tool, score, why }: ToolRowProps) {
  const say = useWords(toolsWords);
  return (
    <a class="row" href={addressOf("tools", tool.name)}>
      <div class="row-text">
        <p class="row-title">
          <code>{tool.name}</code>
          {tool.risk === "low" ? null : <RiskBadge risk={tool.risk} />}
          {tool.source === "builtin" ? null : <Badge>{tool.source}</Badge>}
        </p>
        <p class="row-note">{tool.summary}</p>
        {why.length === 0 ? null : <p class="faint tiny">{why.join(" · ")}</p>}
      </div>
      <span class="row-side">
        {score === undefined ? (
          tool.category
        ) : (
          <ScoreBar score={score} label={say("scoreOf", { score: score.toFixed(2) })} />
        )}
      </span>
    </a>
  );
}
