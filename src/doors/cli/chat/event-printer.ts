import type { HarbourEvent } from "../../../contract/event.ts";
import { ERROR_WORDS, type Language, message } from "../../../contract/words/messages.ts";
import { shortened } from "../../../text/text-end.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { Output } from "../describe/output.ts";
import { createWordWrap, wrapText } from "../terminal/word-wrap.ts";
import { createMarkdownStream } from "./markdown-stream.ts";
import type { Spinner } from "./spinner.ts";

/** Shows the events of a run to a person: the answer on stdout, everything else on stderr. */
interface EventPrinter {
  print(event: HarbourEvent): void;
}

interface PrinterOptions {
  readonly output: Output;
  readonly stdout: NodeJS.WriteStream;
  readonly spinner: Spinner;
}

const MAX_LINE_LENGTH = 100;

/** Creates a printer for one run. */
export function createEventPrinter({ output, stdout, spinner }: PrinterOptions): EventPrinter {
  const columns = () => stdout.columns ?? 80;
  const wrap = stdout.isTTY === true ? createWordWrap(columns) : undefined;
  const markdown = createMarkdownStream(output.style, wrap);
  let streamed = "";
  /** The last piece of streamed text. A notice below it does not make it unsaid. */
  let said = "";
  let introduced = false;
  let language: Language = "en";

  function print(text: string): void {
    if (text === "") return;
    spinner.stop();
    stdout.write(text);
  }
  function note(text: string): void {
    endLine();
    spinner.stop();
    output.note(output.style("dim", visibleText(text)));
  }
  function endLine(): void {
    print(markdown.end());
    if (streamed !== "" && !streamed.endsWith("\n")) print("\n");
    streamed = "";
  }

  // Streamed text is the answer, unless it broke off or was corrected afterwards.
  function printRest(answer: string): void {
    const begun = said.trim();
    endLine();
    const rest = begun !== "" && answer.startsWith(begun) ? answer.slice(begun.length).trim() : answer;
    if (rest !== "") print(`${stdout.isTTY === true ? wrapText(output.shown(rest), columns()) : rest}\n`);
  }

  return {
    print(event) {
      switch (event.type) {
        case "turn-start":
          language = event.language;
          spinner.start(event.model);
          break;
        case "text-delta":
          // A pipe gets only the final answer: streamed text may still be discarded.
          if (stdout.isTTY !== true) break;
          if (streamed === "") said = "";
          streamed += event.text;
          said += event.text;
          print(markdown.push(visibleText(event.text)));
          break;
        case "notice":
          if (event.situation === "model" && introduced) break;
          introduced = true;
          note(event.text);
          break;
        case "skill-start":
          note(message("usingSkill", language, { skill: event.skill, why: event.why }));
          break;
        case "call-start":
          endLine();
          said = "";
          spinner.start(`${event.tool} ${shortened(JSON.stringify(event.params) ?? "", MAX_LINE_LENGTH)}`);
          break;
        case "call-end":
          note(callLine(event, language));
          spinner.start("…");
          break;
        case "artifact-end":
          note(message("artifactKept", language, { name: event.name, bytes: event.bytes, run: event.runId }));
          break;
        case "approval-start":
          spinner.stop();
          break;
        case "run-end":
          if (event.status === "failed" && stdout.isTTY !== true) note(event.answer ?? "");
          else printRest(event.answer ?? "");
          spinner.stop();
          break;
        default:
      }
    },
  };
}

function callLine(
  { tool, params, result, durationMs }: Extract<HarbourEvent, { type: "call-end" }>,
  language: Language,
): string {
  const mark = result.ok ? "✓" : "✗";
  const code = result.error?.code ?? "internal";
  const why = result.ok ? "" : ` ${ERROR_WORDS[code][language]}`;
  return `${mark} ${tool} ${shortened(JSON.stringify(params) ?? "", MAX_LINE_LENGTH)}${why} ${time(durationMs)}`;
}

function time(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds)} ms`;
}
