/** `task`: the agent does it; `reminder`: the words are said as they are. */
export const TASK_KINDS = ["task", "reminder"] as const;

/** What becomes of times that passed while nothing ran: left out, made up for once, or each. */
export const MISSED_POLICIES = ["skip", "once", "all"] as const;

/** What becomes of a call that a person would be asked about: refused, or parked until somebody answers. */
export const UNATTENDED_RULES = ["deny", "park"] as const;

export const SCHEDULE_STATUSES = ["active", "paused", "done", "cancelled"] as const;
