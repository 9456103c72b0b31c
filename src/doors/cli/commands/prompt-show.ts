import type { RunCommand } from "../command.ts";

/** `dejima prompt show [--tokens]` */
export const run: RunCommand = async (context, { options }) => {
  const { runtime, output } = context;
  const { persona } = options;
  const harbour = await runtime(typeof persona === "string" ? { persona } : {});
  const { agent } = harbour;
  const sections = await agent.prompt();
  const total = sections.reduce((sum, { tokens }) => sum + tokens, 0);
  if (options.tokens === true) {
    const rows = sections.map(({ name, tokens, budget, left }) => [
      name,
      `${tokens}`,
      `${budget}`,
      left === 0 ? "" : `${left} left out`,
    ]);
    const offer = await agent.offer();
    const { tokens, budget, left, leftTokens } = offer;
    const table = output.table([
      ["SECTION", "TOKENS", "BUDGET", ""],
      ...rows,
      ["all", `${total}`, "", ""],
      [
        "definitions",
        `${tokens}`,
        `${budget}`,
        `${offer.tools.length} tools; ${left} found when needed (${leftTokens})`,
      ],
    ]);
    output.data({ total, sections: sections.map(({ text: _text, ...rest }) => rest), offer }, () => table);
  } else {
    output.data({ total, sections }, () =>
      output.shown(sections.map(({ name, text }) => `## ${name}\n${text || "(empty)"}`).join("\n\n")),
    );
  }
  return 0;
};
