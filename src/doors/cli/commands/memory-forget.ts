import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { userFrom } from "../memory-options.ts";

const PAGE = 1_000;

/** `dejima memory forget ID…`, or `--all` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const user = userFrom(given);
  const { memories } = await runtime();
  const all = given.options.all === true;
  if (!all && given.arguments.length === 0)
    throw new DejimaError(
      "invalid_input",
      "Cannot forget: name the ids that `dejima memory list` shows, or --all",
    );
  const forgotten = all
    ? await forgetAll(
        (limit) => memories.list(user, { limit }),
        (ids) => memories.forget(user, ids),
      )
    : await memories.forget(user, given.arguments);
  const missing = all ? [] : given.arguments.filter((id) => !forgotten.includes(id));
  output.data({ forgotten, missing }, () =>
    [`${forgotten.length} forgotten`, ...missing.map((id) => `there is no ${output.shown(id)}`)].join("\n"),
  );
  return missing.length === 0 ? 0 : 1;
};

async function forgetAll(
  list: (limit: number) => Promise<readonly { readonly id: string }[]>,
  forget: (ids: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const gone: string[] = [];
  for (;;) {
    const page = await list(PAGE);
    if (page.length === 0) return gone;
    gone.push(...(await forget(page.map(({ id }) => id))));
  }
}
