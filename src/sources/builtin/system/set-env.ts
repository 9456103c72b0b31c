import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { variableName } from "./variable-name.ts";

/** Sets one variable for the rest of the runtime's life; the process environment itself stays as it is. */
export const setEnv = defineTool({
  name: "set_env",
  summary: "Set an environment variable that the config allows",
  description:
    "Sets the value for later calls and returns the previous one. Only names under tools.environment.write can be set.",
  category: "system",
  risk: "medium",
  input: () => z.object({ key: variableName, value: z.string().max(32_768) }),
  effects: ({ key }) => [{ kind: "env.write", target: key }],
  run: ({ key, value }, { environment }) => ({ previous: environment.set(key, value) ?? null }),
});
