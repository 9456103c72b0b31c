import { DRIVER_NAMES } from "../../src/contract/config-names.ts";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import { startTrustedServer } from "../../src/sandbox/process/trusted-programs.ts";

/** Runs a script with a driver, in a process that inherited descriptors: `DRIVER SCRIPT [warm]`. Prints what it printed. */
const [name, script = "", warm] = process.argv.slice(2);
const argv = ["sh", "-c", script];
if (name === "trusted server") {
  const run = startTrustedServer(argv, {
    workingDirectory: "/",
    environment: { PATH: "/usr/bin:/bin" },
    stdin: "",
  });
  let stdout = "";
  for await (const { stream, text } of run.output) if (stream === "stdout") stdout += text;
  process.stdout.write(JSON.stringify({ stdout }));
  process.exit();
}
const driver = DRIVER_NAMES.find((known) => known === name);
if (driver === undefined) throw new Error(`There is no driver ${name}`);
const sandbox = await createSandbox({ driver, ...(warm === undefined ? {} : { warmPool: {} }) });
if (warm !== undefined) await sandbox.prepare(argv);
const { stdout, stderr, cause } = await sandbox.start(argv).result;
process.stdout.write(JSON.stringify({ stdout, stderr, cause }));
await sandbox.close();
