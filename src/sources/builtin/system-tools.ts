import { arch, availableParallelism, platform, release, totalmem } from "node:os";
import { z } from "zod";
import type { Tool } from "../../contract/tool.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import {
  createGetRunLog,
  createGetToolInfo,
  createReadObservation,
  type FindConversationRuns,
  type FindReadApart,
  type FindRunSources,
  type ReadObservation,
  type ReadRunLog,
} from "./lookup-tools.ts";
import { createCurrentTime, sleep, type ZoneSource } from "./time-tools.ts";

/** What the system tools work with. */
export interface SystemToolSources extends ZoneSource {
  readonly registry: ToolRegistry;
  readonly readRunLog: ReadRunLog;
  readonly conversationRuns: FindConversationRuns;
  readonly runSources: FindRunSources;
  readonly readObservation: ReadObservation;
  readonly readApartIn: FindReadApart;
}

/** The tools of the system family. */
export function systemTools({
  registry,
  readRunLog,
  conversationRuns,
  runSources,
  readObservation,
  readApartIn,
  timezoneOf,
}: SystemToolSources): Tool[] {
  return [
    createCurrentTime({ timezoneOf }),
    sleep,
    getEnv,
    setEnv,
    detectPlatform,
    enableThinking,
    createGetToolInfo(registry),
    createGetRunLog({ read: readRunLog, runsOf: conversationRuns, sourcesOf: runSources, readApartIn }),
    createReadObservation(readObservation, readApartIn),
  ];
}

/** The name of an environment variable, as an input field. */
const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be a variable name: letters, digits and underscores")
  .describe("Name of the variable");

/** Reads an environment variable that the config allows. */
const getEnv = defineTool({
  name: "get_env",
  summary: "Read an environment variable that the config allows",
  description:
    "Returns the value, or null when the variable is not set. Only names listed in tools.environment.read can be read; secrets never.",
  category: "system",
  risk: "low",
  input: () => z.object({ key: variableName }),
  effects: ({ key }) => [{ kind: "env.read", target: key }],
  run: ({ key }, { environment }) => ({ value: environment.get(key) ?? null }),
});

/** Sets a variable for the later calls of the same user, as long as the runtime lives. The environment of the process does not change. */
const setEnv = defineTool({
  name: "set_env",
  summary: "Set an environment variable that the config allows",
  description:
    "Sets the value for later calls, shell commands and scripts, and returns the previous one. Only names listed in tools.environment.write can be set.",
  category: "system",
  risk: "medium",
  input: () => z.object({ key: variableName, value: z.string().max(32_768) }),
  effects: ({ key }) => [{ kind: "env.write", target: key }],
  run: ({ key, value }, { environment }) => ({ previous: environment.set(key, value) ?? null }),
});

/** Describes the machine, without anything that identifies it. */
const detectPlatform = defineTool({
  name: "detect_platform",
  aliases: ["PlatformDetector", "platform"],
  summary: "Tell the operating system, processor and Node version",
  description:
    "Returns the operating system, its release, the processor architecture, cores, memory and the Node version.",
  category: "system",
  risk: "low",
  input: () => z.object({}),
  run: () => ({
    platform: platform(),
    release: release(),
    architecture: arch(),
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.versions.node,
  }),
});

/** Turns thinking on or off. The agent reads it for the rest of the run; other callers see no effect. */
const enableThinking = defineTool({
  name: "enable_thinking",
  summary: "Turn thinking before answering on or off for this task",
  description:
    "With `enabled: true` the model thinks before each further reply of this run, which is slower and better for hard problems. With false it answers at once.",
  category: "system",
  risk: "low",
  input: () => z.object({ enabled: z.boolean().default(true).describe("Whether to think before answering") }),
  run: ({ enabled }) => ({ thinking: enabled }),
});
