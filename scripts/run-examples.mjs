// Runs all examples in one process: in processes of their own, each would load the same modules again.
import { readdirSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = new URL("../examples/", import.meta.url);
const left = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .sort();
// An example that ends the process, or waits for ever, leaves the others out.
process.once("exit", () => {
  if (left.length === 0) return;
  console.error(`FAILED  example ${left[0]}: the process ended before it did`);
  process.exitCode = 1;
});
while (left.length > 0) {
  const [name] = left;
  process.chdir(root); // the one before may have gone elsewhere
  try {
    await import(new URL(name, folder).href);
    console.log(`ok  example ${name}`);
  } catch (error) {
    console.error(`FAILED  example ${name}`, error);
    process.exitCode = 1;
  }
  left.shift();
}
