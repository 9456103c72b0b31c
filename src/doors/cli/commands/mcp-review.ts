import type { CommandContext, RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { reviewText } from "../mcp/review-text.ts";
import { confirm } from "../terminal/confirm.ts";

/** `dejima mcp review [SERVER]` */
export const run: RunCommand = async (context, { arguments: [server], options }) => {
  const { output } = context;
  const { mcp } = await context.runtime();
  const names = server === undefined ? (await mcp.reports()).map(({ name }) => name) : [server];
  if (options.start === true || server !== undefined) await mcp.discover(names);
  const all = await Promise.all(names.map((name) => mcp.review(name)));
  const reviews = all.filter(
    ({ changes, held, instructions }) => changes.length + held.length > 0 || instructions !== undefined,
  );
  if (!output.json && reviews.length === 0) output.data([], () => "Nothing waits for you.");
  const accepted: string[] = [];
  for (const review of reviews) {
    if (!output.json) output.line(review, () => output.shown(reviewText(review)));
    if (options.accept === true || (await agrees(context, review.name))) {
      await mcp.accept(review.name);
      accepted.push(review.name);
      output.note(`${review.name} is in use as it is now`);
    }
  }
  if (output.json)
    output.data(
      reviews.map((review) => ({ ...review, accepted: accepted.includes(review.name) })),
      () => "",
    );
  return accepted.length === reviews.length ? EXIT.done : EXIT.denied;
};

async function agrees(context: CommandContext, name: string): Promise<boolean> {
  return context.interactive && confirm(context, `Use ${name} as it is now?`);
}
