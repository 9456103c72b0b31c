import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { experimentWords } from "../../words/insights.ts";

type Experiment = Answer<"get", "/api/experiments">["experiments"][number];

/** A/B tests of tools: what each variant did, and the course of the test. */
export function ExperimentList() {
  const { api } = useConsole();
  const experiments = useData(() => api.get("/api/experiments"), []);
  return experiments.value?.experiments.map((one) => <ExperimentCard key={one.name} of={one} />);
}

/** The evidence at which an experiment ends automatically. */
const DECIDES = 20;

function ExperimentCard({ of }: { of: Experiment }) {
  const say = useWords(experimentWords);
  const { number } = useFormat();
  const { a, b } = of.figures;
  const rate = ({ used, succeeded }: typeof a) =>
    used === 0 ? "–" : `${number((100 * succeeded) / used)} %`;
  const rows = [
    [say("runs"), number(a.used), number(b.used)],
    [say("succeeded"), rate(a), rate(b)],
    [say("failures"), number(a.failures), number(b.failures)],
    [say("retries"), number(a.retries), number(b.retries)],
    [say("questions"), number(a.questions), number(b.questions)],
    [say("undone"), number(a.undone), number(b.undone)],
    [say("time"), number(a.averageMs), number(b.averageMs)],
    [say("tokens"), number(a.averageTokens), number(b.averageTokens)],
  ] as const;
  return (
    <section class="card chart-card experiment" aria-label={say("title", { name: of.name })}>
      <div class="chart-head">
        <h2>{say("title", { name: of.name })}</h2>
        <span>{say(stateOf(of))}</span>
      </div>
      <p class="chart-read">
        <a href={addressOf("tools", of.tool)}>
          <code>{of.tool}</code>
        </a>
        {" · "}
        {of.version ?? of.description}
        {" · "}
        {say("evidence", { evidence: number(Math.min(of.evidence, 1_000)), decides: number(DECIDES) })}
      </p>
      <ul class="legend">
        <li>
          <span class="legend-mark text-faint line" />
          {say("a")}
        </li>
        <li>
          <span class="legend-mark accent line" />
          {say("b")}
        </li>
      </ul>
      <Course of={of} label={say("course", { name: of.name })} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="chart-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("figure")}</th>
              <th scope="col" class="figure">
                {say("a")}
              </th>
              <th scope="col" class="figure">
                {say("b")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, own, tried]) => (
              <tr key={label}>
                <td>{label}</td>
                <td class="figure">{own}</td>
                <td class="figure">{tried}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function stateOf({ end }: Experiment): keyof typeof experimentWords {
  if (end === undefined) return "running";
  if (end.why === "winner") return end.winner === "a" ? "aIsBetter" : "bIsBetter";
  return end.why;
}

const [WIDTH, HEIGHT] = [400, 120];

/** The share of runs that went well, from 0 to 100 %, over the runs. */
function Course({ of: { course }, label }: { of: Experiment; label: string }) {
  const runs = course.at(-1)?.runs ?? 0;
  if (runs === 0) return null;
  const line = (variant: "a" | "b") =>
    course
      .flatMap((point) => {
        const share = point[variant];
        return share === null ? [] : [`${(WIDTH * point.runs) / runs},${HEIGHT * (1 - share)}`];
      })
      .join(" ");
  return (
    <svg
      class="course"
      viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline class="course-a" points={line("a")} />
      <polyline class="course-b" points={line("b")} />
    </svg>
  );
}
