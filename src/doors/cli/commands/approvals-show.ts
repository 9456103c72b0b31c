import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";
import { describeQuestion } from "../describe-approval.ts";

/** `dejima approvals show ID` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [id = ""] }) => {
  const view = await (await runtime()).approvals.show(id);
  output.data(view, () => {
    const answers = view.answers.map(
      ({ answer, by, door, at }) =>
        `${answer} by ${visibleText(by)} (${door}) at ${new Date(at).toISOString()}`,
    );
    return [
      output.style("bold", `${view.id}: ${view.tool}, risk ${view.risk}, ${view.status}`),
      describeQuestion(view),
      "",
      `call     ${view.callId}, ${view.call.state}`,
      ...answers.map((line) => `answer   ${line}`),
      ...view.offers.map(({ key, words }) => `grant    --grant ${key}: ${visibleText(words.en)}`),
    ].join("\n");
  });
  return 0;
};
