// Runs a short session for real and draws it as docs/terminal.svg.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawTerminal } from "./draw-terminal.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const workspace = mkdtempSync(join(tmpdir(), "dejima-"));
mkdirSync(join(workspace, "out"));

const SESSION = [
  ["tool", "call", "current_time", "--input", '{"timezone": "Asia/Tokyo"}'],
  ["tool", "call", "write_file", "--input", '{"path": "out/a.txt", "content": "hello"}'],
  ["policy", "explain", "write_file", "--input", '{"path": "out/a.txt", "content": "hello"}'],
  ["log", "show"],
  ["log", "verify"],
];
const WIDTH = 118;

const lines = SESSION.flatMap((args) => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, "bin/dejima.js"), ...args], {
    cwd: workspace,
    encoding: "utf8",
  });
  const shown = args.map((word) => (/[{ ]/.test(word) ? `'${word}'` : word)).join(" ");
  const output = `${stdout}${stderr}`.trimEnd().replaceAll(workspace, "~/project").split("\n");
  return [
    { text: `$ dejima ${shown}`, command: true },
    ...output.flatMap(wrap).map((text) => ({ text, command: false })),
    { text: "", command: false },
  ];
});
rmSync(workspace, { recursive: true });
writeFileSync(
  join(root, "docs/terminal.svg"),
  drawTerminal("A terminal session with the dejima command", lines),
);

function wrap(text: string): string[] {
  return text.match(new RegExp(`.{1,${WIDTH}}`, "gu")) ?? [""];
}
