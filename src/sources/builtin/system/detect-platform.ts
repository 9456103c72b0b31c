import { arch, availableParallelism, platform, release, totalmem } from "node:os";
import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";

/** Tells what machine this is, without anything that identifies it. */
export const detectPlatform = defineTool({
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
