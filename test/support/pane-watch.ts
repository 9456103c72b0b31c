import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Looks in vain after which the screen is looked at anyway. */
const MOST_IN_VAIN = 10;

/** Whether the screen of a pane may have changed. */
export interface PaneWatch extends Disposable {
  /** Whether the program has written anything since the last time. */
  hasNews(): boolean;
  /** Makes the next look count as news, after keys or another size. */
  expectNews(): void;
}

/** Watches the only pane of a tmux server. Each look at its screen starts a program from a large process; the size of a file does not. */
export function watchPane(session: string): PaneWatch {
  const folder = mkdtempSync(join(tmpdir(), "dejima-pane-"));
  const file = join(folder, "written");
  // A program that has ended already has no pipe: then every look counts.
  spawnSync("tmux", ["-L", session, "pipe-pane", `exec cat > ${file}`], { stdio: "ignore" });
  let seen: number | undefined;
  let inVain = 0;
  return {
    hasNews() {
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      if (size !== undefined && size === seen && inVain < MOST_IN_VAIN) {
        inVain++;
        return false;
      }
      seen = size;
      inVain = 0;
      return true;
    },
    expectNews() {
      seen = undefined;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }),
  };
}
