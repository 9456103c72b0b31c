import type { Turn } from "../../contract/conversation.ts";
import { contextOf } from "./turn-context.ts";

const MOST_CHARACTERS = 300;
const MOST_TURNS = 40;

/** Turns in a few lines each, by rule: what was said, what was done, who agreed, what can still be looked at. */
export function digestOf(turns: readonly Turn[]): string {
  return shortened(turns, (turn) => [
    `- The user: ${cut(turn.message)}`,
    `  You: ${cut(turn.answer)}`,
    ...doneIn(turn),
  ]);
}

/** What was done in turns, who agreed and what can still be looked at: what a summary in words must not lose. */
export function whatWasDone(turns: readonly Turn[]): string {
  const acting = turns.filter((turn) => doneIn(turn).length > 0);
  return acting.length === 0
    ? ""
    : shortened(acting, (turn) => [`- On "${cut(turn.message, 80)}":`, ...doneIn(turn)]);
}

function doneIn(turn: Turn): string[] {
  const { messages, calls } = contextOf(turn);
  const refs = [...new Set(messages.flatMap(({ text }) => text.match(/\bref "([^"]+)"/g) ?? []))];
  return [
    ...(calls.length === 0 ? [] : [`  Calls: ${calls.join("; ")}`]),
    ...(refs.length === 0 ? [] : [`  Observations: ${refs.join(", ")} of run ${turn.runId}`]),
  ];
}

function shortened(turns: readonly Turn[], show: (turn: Turn) => string[]): string {
  const left = turns.length - MOST_TURNS;
  const lines = turns.slice(-MOST_TURNS).flatMap(show);
  return [
    ...(left > 0 ? [`(${left} earlier turns are not shown; get_run_log reads their runs)`] : []),
    ...lines,
  ].join("\n");
}

function cut(text: string, most = MOST_CHARACTERS): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
