// Installs, updates and undoes a skill in processes that are killed (SIGKILL) at random changes of the disk, and checks after each
// that exactly one complete version exists. Not part of the gate, where fewer are killed. `node scripts/kill-installs.ts [KILLS]`.
import { killedAtRandom } from "../test/find/random-kills.ts";

const wanted = Number(process.argv[2] ?? 100);
let [kills, steps, broken] = [0, 0, 0];
for await (const { said, signal, state, right } of killedAtRandom(wanted)) {
  steps += 1;
  if (signal !== null) kills += 1;
  // Compared as JSON, which omits undefined fields.
  const isRight = right.some((one) => JSON.stringify(one) === JSON.stringify(state));
  if (!isRight) broken += 1;
  console.log(`${kills} of ${wanted}: ${said}${isRight ? "" : ` LEFT ${JSON.stringify(state)}`}`);
}
console.log(`${kills} processes killed in ${steps} steps; ${broken} left something half done`);
process.exitCode = broken === 0 ? 0 : 1;
