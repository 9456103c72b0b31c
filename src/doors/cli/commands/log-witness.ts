import { isDeepStrictEqual } from "node:util";
import { type WitnessInput, withWitnesses } from "../../../config/edit-servers.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { readServers, replaceConfig, serverFile } from "../mcp/server-file.ts";

/** `dejima log witness [TARGET]` */
export const run: RunCommand = async (context, { arguments: [target], options }) => {
  const { output } = context;
  const held: readonly WitnessInput[] = (await context.settings()).config.log.witnesses;
  if (target === undefined) {
    output.data(held, () =>
      held.length === 0
        ? "No witnesses: the chain of heads is kept in this home alone. `dejima log witness /mnt/audit/heads.jsonl` adds a file elsewhere."
        : output.table(
            held.map((witness) => Object.entries(witness).map(([kind, value]) => `${kind} ${value}`)),
          ),
    );
    return 0;
  }
  const given = witnessOf(target, options.certificate);
  const others = held.filter((witness) => !isSame(witness, given));
  const remove = options.remove === true;
  if (remove && others.length === held.length)
    throw new DejimaError("invalid_input", `Cannot remove the witness "${target}": it is not in the config`);
  const file = await serverFile(context);
  await replaceConfig(
    context,
    file,
    withWitnesses(await readServers(file), remove ? others : [...others, given]),
  );
  output.data({ [remove ? "removed" : "added"]: given, file }, () =>
    remove
      ? `Removed the witness from ${file}.`
      : `Added the witness to ${file}. It gets the end of the chain of heads each time a run ends.`,
  );
  return 0;
};

function witnessOf(target: string, certificate: unknown): WitnessInput {
  if (target.startsWith("timestamp:")) {
    const timestamp = target.slice("timestamp:".length);
    return typeof certificate === "string" ? { timestamp, certificate } : { timestamp };
  }
  return /^https?:/i.test(target) ? { webhook: target } : { file: target };
}

function isSame(one: WitnessInput, other: WitnessInput): boolean {
  const place = ({
    certificate: _certificate,
    ...where
  }: WitnessInput & { certificate?: string | undefined }) => where;
  return isDeepStrictEqual(place(one), place(other));
}
