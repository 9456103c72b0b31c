import type { Command } from "../command.ts";

const USER = { flags: "--user <name>", description: "whose; that of the person at this machine unless told" };

const WHEN = [
  { flags: "--at <time>", description: "once: 2026-11-16T09:00, the same with an offset, or 09:00" },
  { flags: "--in <span>", description: "once, after this time: 10m, 1h 30m, 2 days" },
  { flags: "--every <span>", description: "again and again: 30m, 1 day" },
  { flags: "--cron <expression>", description: "minute hour day month weekday: 0 9 * * 1-5" },
  { flags: "--timezone <zone>", description: "IANA name; that of the profile or the machine unless told" },
];

/** `dejima schedule …`: what is done later, by hand. */
export const SCHEDULE_COMMANDS: readonly Command[] = [
  {
    path: ["schedule", "list"],
    summary: "List planned tasks and reminders, newest first",
    options: [
      { flags: "--status <status>", description: "active, paused, done or cancelled" },
      { flags: "--limit <n>", description: "how many (50)" },
      USER,
    ],
    examples: ["dejima schedule list", "dejima schedule list --status active --json"],
    load: () => import("../commands/schedule-list.ts"),
  },
  {
    path: ["schedule", "add"],
    summary: "Plan a task for the agent, or a reminder",
    arguments: "<task...>",
    options: [
      ...WHEN,
      { flags: "--reminder", description: "say the words as they are, without the agent" },
      { flags: "--title <text>", description: "a few words for the list" },
      { flags: "--missed <policy>", description: "skip, once or all: what becomes of times that passed" },
      {
        flags: "--park",
        description: "let calls that would ask wait for an answer instead of refusing them",
      },
      { flags: "--conversation <id>", description: "tell the results in this conversation" },
      USER,
    ],
    examples: [
      'dejima schedule add "Take a break" --reminder --in 10m',
      'dejima schedule add "Sum up the news on batteries" --cron "0 9 * * 1-5" --timezone Asia/Shanghai',
    ],
    load: () => import("../commands/schedule-add.ts"),
  },
  {
    path: ["schedule", "show"],
    summary: "Show a planned task with its latest runs",
    arguments: "<id>",
    options: [USER],
    examples: ["dejima schedule show s-3f9a1c2b"],
    load: () => import("../commands/schedule-show.ts"),
  },
  {
    path: ["schedule", "pause"],
    summary: "Let a task not come due until it is resumed",
    arguments: "<id>",
    options: [{ flags: "--resume", description: "let it come due again" }, USER],
    examples: ["dejima schedule pause s-3f9a1c2b", "dejima schedule pause s-3f9a1c2b --resume"],
    load: () => import("../commands/schedule-pause.ts"),
  },
  {
    path: ["schedule", "cancel"],
    summary: "Take a planned task back for good",
    arguments: "<id>",
    options: [USER],
    examples: ["dejima schedule cancel s-3f9a1c2b"],
    load: () => import("../commands/schedule-cancel.ts"),
  },
  {
    path: ["schedule", "trigger"],
    summary: "Run a planned task once now, and show what came of it",
    arguments: "<id>",
    options: [{ flags: "--no-run", description: "leave it to `dejima serve` or `schedule run`" }, USER],
    examples: ["dejima schedule trigger s-3f9a1c2b"],
    load: () => import("../commands/schedule-trigger.ts"),
  },
  {
    path: ["schedule", "run"],
    summary: "Do what is due, until Ctrl-C; `dejima serve` and `chat` do the same",
    options: [{ flags: "--once", description: "do what is due now, and end" }],
    examples: ["dejima schedule run", "dejima schedule run --once"],
    load: () => import("../commands/schedule-run.ts"),
  },
];
