import type { Spend, SpendSum } from "../../../src/contract/figures/spend.ts";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useNameOf } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useChoice } from "../../core/use-choice.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Segments } from "../../parts/segments.tsx";
import { costsWords } from "../../words/costs.ts";
import { add } from "./add.ts";

const GROUPS = ["model", "tool", "conversation", "user", "team", "day", "purpose"] as const;
const GROUP_WORDS = {
  model: "byModel",
  tool: "byTool",
  conversation: "byConversation",
  user: "byUser",
  team: "byTeam",
  day: "byDay",
  purpose: "byPurpose",
} as const;
const PURPOSES = {
  answer: "answer",
  reflection: "reflection",
  summary: "summary",
  quarantine: "quarantine",
  title: "titles",
  evaluation: "evaluation",
  suggestion: "suggestion",
  tool: "toolCalls",
} as const satisfies Record<SpendSource, keyof typeof costsWords>;

type SpendSource = Spend["purpose"];
type Group = (typeof GROUPS)[number];
type Sum = Answer<"get", "/api/cost">["sums"][number];

interface CostTableProps {
  readonly since: string;
  /** Sums that are already loaded. */
  readonly known: Readonly<Partial<Record<Group, readonly Sum[]>>>;
}

/** The costs of the period, summed by model, tool and so on, highest first. */
export function CostTable({ since, known }: CostTableProps) {
  const { api } = useConsole();
  const say = useWords(costsWords);
  const [by, show] = useChoice("by", GROUPS);
  const found = useData(
    // Stored with their grouping: the old sums stay visible until the new ones are loaded.
    async () => ({ by, sums: known[by] ?? (await api.get("/api/cost", { query: { by, since } })).sums }),
    [by, since, known[by]],
  );
  return (
    <section class="stack" aria-label={say("by")}>
      <div class="line wrap">
        <h2>{say("by")}</h2>
        <Segments
          label={say("by")}
          value={by}
          options={GROUPS.map((value) => ({ value, label: say(GROUP_WORDS[value]) }))}
          onChange={show}
        />
      </div>
      <LoadedView data={found}>{(shown) => <SumTable {...shown} />}</LoadedView>
    </section>
  );
}

function SumTable({ by, sums }: { by: Group; sums: readonly Sum[] }) {
  const say = useWords(costsWords);
  const { number } = useFormat();
  const costOf = useCost();
  const total = add(sums, "cost");
  const columns = ["calls", "tokens", "cached", "saved", "cost"] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="card chart-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say(GROUP_WORDS[by])}</th>
            {columns.map((column) => (
              <th key={column} scope="col" class="figure">
                {say(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.key}>
              <td>
                <Key by={by} sum={sum} />
                {total === 0 ? null : (
                  <span
                    class="score-bar wide"
                    role="img"
                    aria-label={say("share", { percent: Math.round((100 * sum.cost) / total) })}
                  >
                    <span style={{ width: `${(100 * sum.cost) / total}%` }} />
                  </span>
                )}
              </td>
              <td class="figure">{number(sum.calls)}</td>
              <td class="figure">{number(sum.inputTokens + sum.outputTokens)}</td>
              <td class="figure">{number(sum.cachedTokens)}</td>
              <td class="figure">{costOf({ ...sum, cost: sum.saved, unpriced: 0 })}</td>
              <td class="figure">{costOf(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The subject of a sum, as a link. */
function Key({ by, sum: { key, title } }: { by: Group; sum: Sum }) {
  const say = useWords(costsWords);
  const format = useFormat();
  const nameOf = useNameOf();
  const runs = (field: string) => `${addressOf("runs")}?${field}=${encodeURIComponent(key)}`;
  if (by === "conversation") return <a href={addressOf("chat", key)}>{title ?? key}</a>;
  if (by === "day") return <a href={runs("day")}>{format.day(key)}</a>;
  if (by === "model" && key === "") return <span>{say("toolCalls")}</span>;
  if (by === "model") return <a href={runs("model")}>{key}</a>;
  if (by === "user") return <a href={runs("user")}>{nameOf(key)}</a>;
  if (by === "team") return <>{key === "" ? say("noTeam") : key}</>;
  if (by === "tool") return key === "" ? <span>{say("answers")}</span> : <code>{key}</code>;
  return <>{Object.hasOwn(PURPOSES, key) ? say(PURPOSES[key as SpendSource]) : key}</>; // its own property: a purpose
}

/** Formats the cost of a sum. An unknown cost is never shown as zero. */
function useCost(): (sum: SpendSum) => string {
  const say = useWords(costsWords);
  const { money } = useFormat();
  return ({ cost, unpriced, calls }) =>
    unpriced === 0 ? money(cost) : unpriced === calls ? say("unknown") : say("partly", { cost: money(cost) });
}
