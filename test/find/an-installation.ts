import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { loadConfig } from "../../src/config/load-config.ts";
import { createRuntime } from "../../src/runtime.ts";
import { programFile } from "../support/program.ts";

const PROGRAM = programFile(import.meta.dirname, "install-and-die.ts");
export const variables = { PATH: process.env.PATH ?? "" };

/** Installs or undoes in a process of its own, which kills itself at a change. */
export async function installIn(...args: string[]): Promise<{ signal: string | null; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { signal: signal as string | null, said };
}

/** Opens a home as the next start does, and looks what is there. */
export async function looked<Result>(
  { workspace, home }: { readonly workspace: string; readonly home: string },
  look: (runtime: ReturnType<typeof createRuntime>) => Promise<Result>,
): Promise<Result> {
  const settings = await loadConfig({ cwd: workspace, configFile: "dejima.yaml", home, variables });
  const runtime = createRuntime({ workspace, home, variables, settings });
  try {
    return await look(runtime);
  } finally {
    await runtime.close();
  }
}

/** The files of one skill, in two versions. */
export const skill = (version: number) => ({
  "SKILL.md": `---\nname: greet\ndescription: Greets somebody in way ${version}\n---\n\nRun scripts/greet.sh\n`,
  "scripts/greet.sh": `echo hello ${version}\n`,
});

/** What is known of the one skill: nothing, or which of its versions is there, with its whole record. */
export async function skillIn(place: { readonly workspace: string; readonly home: string }) {
  return looked(place, async (runtime) => {
    await runtime.skills.refresh();
    const there = (await runtime.skills.list()).find(({ name }) => name === "greet");
    const known = await runtime.finder.installed();
    const script = there && String(await runtime.skills.read("greet", "scripts/greet.sh")).trim();
    return { trust: there?.trust, known: known.map(({ trial }) => trial.integrity), script };
  });
}
