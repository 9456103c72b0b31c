import type { When } from "../../../src/contract/user/schedule.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { schedulesWords } from "../../words/schedules.ts";

/** When a task is due, in words. */
export function useWhenWords(): (when: When) => string {
  const say = useWords(schedulesWords);
  const format = useFormat();
  return (when) => {
    switch (when.kind) {
      case "once":
        return say("onceAt", { when: format.dateTime(when.at) });
      case "every":
        return say("everyTime", { time: format.duration(when.everyMs) });
      case "cron":
        return `${when.expression} (${when.timezone})`;
    }
  };
}
