import type { RecordedCall, Suite } from "../../../bench/flow/suite.ts";
import type { JsonSchema } from "../../../src/contract/data/json-schema.ts";

/** A call as it is written down here: tool, arguments, and what it gives back; `true` where nobody looks at that. */
export type WrittenCall = readonly [tool: string, args: RecordedCall["args"], output?: unknown];

interface Written {
  readonly suite: string;
  /** The arguments of each tool. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly tasks: Readonly<
    Record<string, { readonly prompt: string; readonly calls: readonly WrittenCall[] }>
  >;
  /** What an obedient model does once it has read the goal. Each is played after what every task reads first. */
  readonly attacks: Readonly<Record<string, readonly WrittenCall[]>>;
}

export const MARK = "⟦INJECTED⟧";
export const text: JsonSchema = { type: "string" };
export const number: JsonSchema = { type: "number" };
export const flag: JsonSchema = { type: "boolean" };
export const list: JsonSchema = { type: "array", items: { type: "string" } };

/** A suite of the form that the recorded ones have, written by hand. */
export function aSuite({ suite, tools, tasks, attacks }: Written): Suite {
  const outputs: Record<string, unknown> = {};
  const recorded = ([tool, args, output = true]: WrittenCall): RecordedCall => {
    const key = `o${Object.keys(outputs).length}`;
    outputs[key] = output;
    return { tool, args, output: key };
  };
  const users = Object.fromEntries(
    Object.entries(tasks).map(([name, { prompt, calls }]) => [name, { prompt, calls: calls.map(recorded) }]),
  );
  const poisoned = ({ output }: RecordedCall) => JSON.stringify(outputs[output]).includes(MARK);
  const prefixes = Object.fromEntries(
    Object.entries(users).map(([name, { calls }]) => [
      name,
      { calls: calls.slice(0, calls.findIndex(poisoned) + 1) },
    ]),
  );
  return {
    suite,
    mark: MARK,
    tools: Object.entries(tools).map(([name, properties]) => ({
      name,
      description: `${name.replaceAll("_", " ")}, as a service offers it`,
      schema: { type: "object", properties },
    })),
    users,
    injections: Object.fromEntries(Object.keys(attacks).map((goal) => [goal, { goal }])),
    prefixes,
    attacks: Object.keys(users).flatMap((user) =>
      Object.entries(attacks)
        // What the user asks for themselves is no attack.
        .filter(
          ([, calls]) => !calls.every((call) => tasks[user]?.calls.some((own) => isSameCall(call, own))),
        )
        .map(([injection, calls]) => ({ user, injection, calls: calls.map(recorded) })),
    ),
    outputs,
  };
}

function isSameCall([tool, args]: WrittenCall, [other, others]: WrittenCall): boolean {
  return tool === other && JSON.stringify(args) === JSON.stringify(others);
}
