import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Puts a thousand skills into a folder that the config names. */
export function writeThousandSkills(workspace: string): void {
  for (let at = 0; at < 1_000; at++) {
    const folder = join(workspace, "many", `skill-${at}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "SKILL.md"),
      `---\nname: skill-${at}\ndescription: Looks after berth ${at} of the harbour and tells which ship lies there\n---\nLook at berth ${at}.\n`,
    );
  }
  writeFileSync(join(workspace, "dejima.yaml"), "skills:\n  folders: [many]\n");
}
