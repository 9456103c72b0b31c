import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { StatusBadge } from "../../parts/run/status-badge.tsx";
import { runsWords } from "../../words/runs.ts";
import { type ComparedRun, compareSteps, type Pair } from "./compare-steps.ts";

/** Two runs side by side: figures, steps, and answers. Differences are marked. */
export function RunComparison({ ids }: { ids: readonly [string, string] }) {
  const { api } = useConsole();
  const say = useWords(runsWords);
  const load = async (run: string): Promise<ComparedRun> => {
    const [info, { items }] = await Promise.all([
      api.get("/api/runs/{run}", { params: { run } }),
      api.page("/api/runs/{run}/events", { params: { run }, query: { limit: 1_000 } }),
    ]);
    return { info, records: items };
  };
  const runs = useData(async () => Promise.all([load(ids[0]), load(ids[1])]), ids);
  return (
    <div class="page wide">
      <p class="small">
        <a href={addressOf("runs")}>← {say("back")}</a>
      </p>
      <PageHead title={say("comparison")} lead={say("comparisonLead")} />
      <LoadedView data={runs}>
        {([left, right]) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section class="table boxed comparison" tabIndex={0} aria-label={say("comparison")}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{say("what")}</th>
                  <RunHead run={left} />
                  <RunHead run={right} />
                </tr>
              </thead>
              <Figures left={left} right={right} />
              <tbody>
                {compareSteps(left.records, right.records).map((pair, index) => (
                  <StepRow key={index} number={index + 1} pair={pair} />
                ))}
              </tbody>
              <tbody>
                <Row name={say("answer")} left={left.info.answer ?? ""} right={right.info.answer ?? ""} />
              </tbody>
            </table>
          </section>
        )}
      </LoadedView>
    </div>
  );
}

function RunHead({ run: { info } }: { run: ComparedRun }) {
  const say = useWords(runsWords);
  return (
    <th scope="col">
      <a href={addressOf("runs", info.id)}>{info.title || say("untitled")}</a>{" "}
      <StatusBadge status={info.status} />
    </th>
  );
}

function Figures({ left, right }: { left: ComparedRun; right: ComparedRun }) {
  const say = useWords(runsWords);
  const format = useFormat();
  const figures = ({
    info: { startedAt, endedAt, calls, tokens, models = [], message = "" },
  }: ComparedRun) => [
    message,
    format.dateTime(startedAt),
    endedAt === undefined ? say("open") : format.duration(endedAt - startedAt),
    models.join(", "),
    format.number(calls),
    tokens === undefined ? "" : `${format.number(tokens.input)} + ${format.number(tokens.output)}`,
  ];
  const names = [
    say("message"),
    say("started"),
    say("duration"),
    say("model"),
    say("callCount"),
    say("tokensBoth"),
  ];
  const [one, other] = [figures(left), figures(right)];
  return (
    <tbody>
      {names.map((name, index) => (
        <Row key={name} name={name} left={one[index] ?? ""} right={other[index] ?? ""} />
      ))}
    </tbody>
  );
}

function Row({ name, left, right }: { name: string; left: string; right: string }) {
  return (
    <tr class={left === right ? undefined : "differs"}>
      <th scope="row">{name}</th>
      <td class="break">{left}</td>
      <td class="break">{right}</td>
    </tr>
  );
}

function StepRow({ number, pair: { left, right, same } }: { number: number; pair: Pair }) {
  const say = useWords(runsWords);
  const format = useFormat();
  const cell = (step: Pair["left"]) =>
    step === undefined ? null : (
      <>
        <code>{step.label}</code> <span class="soft">{step.about}</span>{" "}
        {step.failed ? <strong>{say("failed")} </strong> : null}
        <span class="faint tiny">{format.duration(step.durationMs)}</span>
      </>
    );
  return (
    <tr class={same ? undefined : "differs"}>
      <th scope="row">
        {say("step")} {number}
      </th>
      <td class="break">{cell(left)}</td>
      <td class="break">{cell(right)}</td>
    </tr>
  );
}
