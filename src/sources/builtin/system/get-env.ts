import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { variableName } from "./variable-name.ts";

/** Reads one variable that the config lets tools see. */
export const getEnv = defineTool({
  name: "get_env",
  summary: "Read an environment variable that the config allows",
  description:
    "Returns the value, or null when the variable is not set. Only names under tools.environment.read can be read; secrets never.",
  category: "system",
  risk: "low",
  input: () => z.object({ key: variableName }),
  effects: ({ key }) => [{ kind: "env.read", target: key }],
  run: ({ key }, { environment }) => ({ value: environment.get(key) ?? null }),
});
