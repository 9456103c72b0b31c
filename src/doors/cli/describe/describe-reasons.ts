import type { Reason, VerdictKind } from "../../../contract/verdict.ts";
import { localTime } from "../../../contract/words/local-time.ts";
import { originWords } from "../../../text/origin-words.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { CommandContext } from "../command.ts";
import { personName } from "./describe-record.ts";
import type { Output } from "./output.ts";

const VERDICT_COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

/** Shows how a past call was judged, where its arguments came from, and who approved it. */
export async function explainPast({ runtime, output }: CommandContext, callId: string): Promise<number> {
  const past = await (await runtime()).policy.explainCall(callId);
  const { tool, verdict, reasons, origins = [], approvals, ended } = past;
  output.data(past, () =>
    [
      `${callId}, ${tool}: ${verdict === undefined ? output.say("never judged") : output.style("bold", verdictWord(verdict, output))}`,
      output.table(reasonRows(reasons, output)),
      ...origins.map((origin) => {
        const line = visibleText(
          `${origin.path} (${origin.role}): ${originWords(origin, output.say.language)}`,
        );
        return origin.asks ? output.style("yellow", `! ${line}`) : `  ${line}`;
      }),
      ...approvals.map(({ answer, by, door = "here", at, grant }) => {
        const way = grant === undefined ? door : output.say`grant ${grant}`;
        return output.say`${output.say.value(answer)} by ${personName(by, output.say)} (${way}) at ${localTime(Date.parse(at))}`;
      }),
      ended === undefined
        ? output.say("no end is recorded: it may have run")
        : ended.result.ok
          ? output.say("ended well")
          : output.say`ended ${ended.result.error?.code ?? ""}`,
    ].join("\n"),
  );
  return 0;
}

function layerWords(layer: string, { say }: Output): string {
  if (layer === "provenance") return say("content from outside");
  return layer === "global" ? say("config") : layer;
}

/** A verdict as a coloured word. */
export function verdictWord(verdict: VerdictKind, { say, style }: Output): string {
  const words = { allow: say("allow"), ask: say("ask"), deny: say("deny") };
  return style(VERDICT_COLOURS[verdict], words[verdict]);
}

/** The rows of a table of reasons. */
export function reasonRows(reasons: readonly Reason[], output: Output): string[][] {
  return reasons.map(({ effect, layer, rule, message, file }) => [
    verdictWord(effect, output),
    file === undefined ? layerWords(layer, output) : `${layerWords(layer, output)} (${file})`,
    visibleText(output.say.phrases(rule)),
    visibleText(output.say.phrases(message)),
  ]);
}
