import type { Reason } from "../../../contract/verdict.ts";
import { localTime } from "../../../contract/words/local-time.ts";
import { originWords } from "../../../text/origin-words.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { CommandContext } from "../command.ts";
import type { Output } from "./output.ts";
import { personName } from "./person-name.ts";

/** How verdicts are coloured. */
export const VERDICT_COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

/** Shows how a past call was judged, where its arguments came from, and who approved it. */
export async function explainPast({ runtime, output }: CommandContext, callId: string): Promise<number> {
  const past = await (await runtime()).policy.explainCall(callId);
  const { tool, verdict, reasons, origins = [], approvals, ended } = past;
  output.data(past, () =>
    [
      `${callId}, ${tool}: ${verdict === undefined ? "never judged" : output.style([VERDICT_COLOURS[verdict], "bold"], verdict)}`,
      output.table(reasonRows(reasons, output)),
      ...origins.map((origin) => {
        const line = visibleText(`${origin.path} (${origin.role}): ${originWords(origin, "en")}`);
        return origin.asks ? output.style("yellow", `! ${line}`) : `  ${line}`;
      }),
      ...approvals.map(
        ({ answer, by, door = "here", at, grant }) =>
          `${answer} by ${personName(by)} (${grant === undefined ? door : `grant ${grant}`}) at ${localTime(Date.parse(at))}`,
      ),
      ended === undefined
        ? "no end is recorded: it may have run"
        : `ended ${ended.result.ok ? "well" : ended.result.error?.code}`,
    ].join("\n"),
  );
  return 0;
}

function layerWords(layer: string): string {
  if (layer === "provenance") return "content from outside";
  return layer === "global" ? "config" : layer;
}

/** The rows of a table of reasons. */
export function reasonRows(reasons: readonly Reason[], output: Output): string[][] {
  return reasons.map(({ effect, layer, rule, message, file }) => [
    output.style(VERDICT_COLOURS[effect], effect),
    file === undefined ? layerWords(layer) : `${layerWords(layer)} (${file})`,
    visibleText(rule),
    visibleText(message),
  ]);
}
