import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";

/** Says whether the model is to think before it answers. The agent heeds it for the rest of the run; elsewhere it changes nothing. */
export const enableThinking = defineTool({
  name: "enable_thinking",
  summary: "Turn thinking before answering on or off for this task",
  description:
    "With `enabled: true` the model thinks before each further reply of this run: slower, better for hard problems. With false it answers at once.",
  category: "system",
  risk: "low",
  input: () => z.object({ enabled: z.boolean().default(true).describe("Whether to think before answering") }),
  run: ({ enabled }) => ({ thinking: enabled }),
});
