import { spawn } from "node:child_process";
import { Socket } from "node:net";

/** Rounds without a find, a tenth of a second apart, after which nothing more can come. */
const QUIET_ROUNDS = 20;

/**
 * Waits at a pipe that only our process holds. A word means that all is over in order; a closed pipe that we ended without
 * closing anything. Then every bubblewrap that names the folder is ended: its first process takes all others with it. The
 * folder stands in no argument of the watch itself, or it would find itself.
 */
const SCRIPT = `
read -r folder || exit 0
read -r word && exit 0
quiet=0
while [ "$quiet" -lt ${QUIET_ROUNDS} ]; do
  quiet=$((quiet + 1))
  for file in $(printf '%s\\n' "$folder" | grep -lsF -f - /proc/[0-9]*/cmdline); do
    pid=\${file#/proc/}
    pid=\${pid%/cmdline}
    read -r name < "/proc/$pid/comm" && [ "$name" = bwrap ] && kill -9 "$pid" && quiet=0
  done
  sleep 0.1
done
rm -rf -- "$folder"
`;

/** Sees to it that nothing stays behind where our process is killed. */
interface NightWatch {
  /** Ends the watch: everything was closed in order. */
  close(): Promise<void>;
}

/**
 * `--die-with-parent` takes hold late: a bubblewrap whose parent is killed while its walls are built stays, waiting or even
 * running its program. A small shell in a session of its own looks for such ones by the state folder that they all name.
 */
export function startNightWatch(folder: string): NightWatch {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "dejima-night-watch"], {
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve()); // without a shell no program can be launched either
  });
  child.stdin.on("error", () => {});
  child.stdin.write(`${folder}\n`);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return {
    async close() {
      child.ref();
      child.stdin.end("closed\n");
      await ended;
    },
  };
}
