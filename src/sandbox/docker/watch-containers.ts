import { spawn } from "node:child_process";
import { programText } from "../inside-programs.ts";

/** The label that finds the containers of one engine object. */
export const OWNER_LABEL = "dejima.owner";

/** Starts a process that removes all containers of this owner when ours ends in any way. */
export function watchContainers(socket: string, owner: string): { end(): void } {
  const filters = JSON.stringify({ label: [`${OWNER_LABEL}=${owner}`] });
  const child = spawn(process.execPath, ["-e", programText(removeWhenAlone), socket, filters], {
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    detached: true,
  });
  child.on("error", () => {});
  child.unref();
  // The pipe is a socket, which would keep our process alive.
  if ("unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  return { end: () => void child.kill("SIGKILL") };
}

/**
 * Sent as text, so it uses nothing from outside. Waits for the end of its input, which only our process
 * holds. Then it looks several times: the engine may still be creating a container.
 */
function removeWhenAlone(): void {
  const { request } = process.getBuiltinModule("node:http");
  const [socketPath = "", filters = ""] = process.argv.slice(1);
  const headers = { host: "engine" };
  let looks = 0;
  const remove = (id: string) =>
    request({ socketPath, headers, method: "DELETE", path: `/containers/${id}?force=1&v=1` })
      .on("error", () => {})
      .on("response", (response) => response.resume())
      .end();
  const sweep = () => {
    looks += 1;
    if (looks < 5) setTimeout(sweep, 1_000);
    request({ socketPath, headers, path: `/containers/json?all=1&filters=${encodeURIComponent(filters)}` })
      .on("error", () => {})
      .on("response", (response) => {
        let text = "";
        response.on("data", (bytes: Buffer) => {
          text += bytes;
        });
        response.on("end", () => {
          for (const { Id } of JSON.parse(text)) remove(Id);
        });
      })
      .end();
  };
  process.stdin.resume().once("end", sweep);
}
