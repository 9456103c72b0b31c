import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { aRuntime } from "../support/a-runtime.ts";
import { installIn, looked, skill, skillIn, variables } from "./an-installation.ts";

/** An install or an undo of a skill makes about as many changes of the disk. */
const MOST_CHANGES = 280;

/** What a process left: which states are right, and which it is. */
export interface Step {
  readonly said: string;
  readonly signal: string | null;
  readonly right: readonly unknown[];
  readonly state: unknown;
}

/** Installs, updates and undoes a skill by processes that are killed at random, until so many were killed. Looks after each. */
export async function* killedAtRandom(wanted: number): AsyncGenerator<Step> {
  const files = Object.fromEntries(
    Object.entries(skill(1)).map(([path, text]) => [`market/greet/${path}`, text]),
  );
  await using world = await aRuntime({ yaml: "{}\n", files, variables });
  const place = { workspace: world.workspace, home: world.home };
  await world.runtime.finder.registries.add("market", { by: "the test" });
  await world.runtime.finder.refresh();
  const first = await world.runtime.finder.tryOut("greet");
  await world.runtime.close();
  const run = (task: string, killAt = 0) => installIn(place.workspace, place.home, task, String(killAt));
  await run(`install ${first.id} made-call.1`);
  for (const [path, text] of Object.entries(skill(2)))
    await writeFile(join(world.workspace, "market/greet", path), text);
  const second = await looked(place, ({ finder }) => finder.tryUpdate("greet"));
  const none = { known: [] };
  const one = { trust: "trusted", known: [first.integrity], script: "echo hello 1" };
  const two = { trust: "trusted", known: [second.integrity], script: "echo hello 2" };
  /** What can be done in each state, and where it leads. */
  const tasks = [
    [none, `install ${first.id} made-call.1`, one],
    [one, `install ${second.id} made-call.2`, two],
    [two, "undo made-call.2", one],
    [one, "undo made-call.1", none],
  ] as const;
  const changes = new Map<string, number>();
  let [kills, state]: [number, unknown] = [0, one];
  while (kills < wanted) {
    const here = JSON.stringify(state);
    const possible = tasks.filter(([before]) => JSON.stringify(before) === here);
    const [before, task, aim] = possible[randomInt(possible.length)] ?? tasks[0];
    const killAt = randomInt(1, changes.get(task) ?? MOST_CHANGES);
    const { signal, said: counts } = await run(task, killAt);
    if (signal !== null) kills += 1;
    else changes.set(task, (JSON.parse(counts) as { changes: number }).changes);
    state = await skillIn(place);
    const said = `${task}, killed at ${killAt}: ${signal ?? counts}`;
    yield { said, signal, state, right: signal === null ? [aim] : [before, aim] };
    // What is neither cannot be gone on from.
    if (possible.length === 0) return;
  }
}
