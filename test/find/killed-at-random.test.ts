import { expect, test } from "vitest";
import { killedAtRandom } from "./random-kills.ts";

/** `node scripts/kill-installs.ts 100` takes more. */
const KILLS = 8;

test("a skill that is installed, updated and undone by processes that are killed at random is one version, whole, after each", async () => {
  for await (const { said, state, right } of killedAtRandom(KILLS)) expect(right, said).toContainEqual(state);
}, 300_000);
