// The command as `npm run coverage` has tests start it: notes at its end which code of src/ ran.
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../coverage/commands");
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
process.on("exit", () => {
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error !== null) return;
    const scripts = taken.result
      .filter(({ url }) => url.startsWith("file:") && url.includes("/src/"))
      .map(({ url, functions }) => ({
        url,
        ranges: functions.flatMap(({ ranges }) =>
          ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, count > 0 ? 1 : 0]),
        ),
      }));
    writeFileSync(join(folder, `${process.pid}-${Date.now()}.json`), JSON.stringify(scripts));
  });
});
await import("../bin/dejima.js");
