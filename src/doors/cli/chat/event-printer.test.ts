import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { HarbourEvent } from "../../../contract/event.ts";
import { createOutput } from "../describe/output.ts";
import { createEventPrinter } from "./event-printer.ts";

/** What a terminal shows of the given events. */
function shownOf(events: readonly object[]): string {
  let shown = "";
  const write = (text: string) => {
    shown += text;
    return true;
  };
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80, write });
  const terminal = stream as unknown as NodeJS.WriteStream;
  const spinner = { start() {}, stop() {}, quietly: <Result>(work: () => Promise<Result>) => work() };
  const output = createOutput({ json: false, stdout: terminal, stderr: terminal });
  const printer = createEventPrinter({ output, stdout: terminal, spinner });
  for (const event of events) printer.print(event as HarbourEvent);
  return shown;
}

const notice = { type: "notice", situation: "budget", text: "$0.90 of $1.00 is spent." };
const end = (answer: string) => ({ type: "run-end", status: "done", answer });
const delta = (text: string) => ({ type: "text-delta", text });

test("a notice below a streamed answer does not print the answer again", () => {
  const shown = shownOf([delta("It is "), delta("noon."), notice, end("It is noon.")]);
  expect(shown.match(/It is noon\./g)).toHaveLength(1);
  expect(shown).toContain("$0.90 of $1.00");
});

test("text after the notice, and an answer that starts again after it, are printed", () => {
  expect(shownOf([delta("It is noon."), notice, end("It is noon. Note: not shown.")])).toMatch(
    /noon\..*spent\..*Note: not shown\.\n$/s,
  );
  const again = shownOf([delta("It is"), notice, delta("It is noon."), end("It is noon.")]);
  expect(again.match(/It is noon\./g)).toHaveLength(1);
});
