import { createSandbox } from "../../src/sandbox/create-sandbox.ts";

/** Begins several programs at once and dies a moment later, while their walls are being built: `MARK MILLISECONDS`. */
const [mark, moment] = process.argv.slice(2).map(Number);
const sandbox = await createSandbox({ driver: "bubblewrap" });
const start = () => sandbox.start(["sleep", "777.25"], { limits: { workspaceBytes: mark ?? 0 } });
for (let count = 0; count < 8; count++) start();
setTimeout(() => process.kill(process.pid, "SIGKILL"), moment);
