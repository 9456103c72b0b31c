import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import { DRIVER_NAMES } from "../../src/sandbox/sandbox.ts";

/** Runs a script with a driver, in a process that inherited descriptors: `DRIVER SCRIPT [warm]`. Prints what it printed. */
const [name, script = "", warm] = process.argv.slice(2);
const driver = DRIVER_NAMES.find((known) => known === name);
if (driver === undefined) throw new Error(`There is no driver ${name}`);
const sandbox = await createSandbox({ driver, ...(warm === undefined ? {} : { warmPool: {} }) });
const argv = ["sh", "-c", script];
if (warm !== undefined) await sandbox.prepare(argv);
const { stdout, stderr, cause } = await sandbox.start(argv).result;
process.stdout.write(JSON.stringify({ stdout, stderr, cause }));
await sandbox.close();
