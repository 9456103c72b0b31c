import type { RunCommand } from "../command.ts";

/** `dejima schedule run` */
export const run: RunCommand = async ({ runtime, output, signal }, { options }) => {
  const harbour = await runtime();
  const { scheduler } = harbour;
  const stop = harbour.subscribe((event) => {
    if (event.type === "run-end")
      output.line(event, () => `${event.runId} ${event.status}: ${output.shown(event.answer ?? "")}`);
  });
  if (options.once === true) {
    await scheduler.tick();
    await scheduler.idle();
  } else {
    output.note("Doing what is due (Ctrl-C stops it)");
    await scheduler.run(signal);
  }
  stop();
  return 0;
};
