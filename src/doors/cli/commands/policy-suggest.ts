import type { RunCommand } from "../command.ts";
import { wholeNumber } from "../whole-number.ts";

/** `dejima policy suggest` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const atLeast = wholeNumber("at-least", options.atLeast, 3);
  const suggestions = await (await runtime()).policy.suggest({ atLeast });
  output.data(suggestions, () => {
    if (suggestions.length === 0)
      return `Nothing was approved ${atLeast} times that could safely go without a question.`;
    const rules = suggestions.map(
      ({ rule, approvals, lastAt }) =>
        `    - ${JSON.stringify(rule)}  # approved ${approvals} times, last on ${new Date(lastAt).toISOString().slice(0, 10)}`,
    );
    return [
      "# Nothing is changed by itself: copy what you agree with into dejima.yaml",
      "permissions:",
      "  safe:",
      ...rules,
    ].join("\n");
  });
  return 0;
};
