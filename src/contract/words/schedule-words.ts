/** `task`: the agent works on it. `reminder`: the text is sent as it is. */
export const TASK_KINDS = ["task", "reminder"] as const;

/** What happens to times that passed while nothing ran: skip them, catch up once, or catch up on each. */
export const MISSED_POLICIES = ["skip", "once", "all"] as const;

/** What happens to a call that needs an approval: it is refused, or parked until somebody answers. */
export const UNATTENDED_RULES = ["deny", "park"] as const;

export const SCHEDULE_STATUSES = ["active", "paused", "done", "cancelled"] as const;
