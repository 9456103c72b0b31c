// Runs a short session for real and draws it as docs/terminal.svg.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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
writeFileSync(join(root, "docs/terminal.svg"), draw());

function wrap(text: string): string[] {
  return text.match(new RegExp(`.{1,${WIDTH}}`, "gu")) ?? [""];
}

function draw(): string {
  const height = lines.length * 18 + 40;
  const rows = lines.map(({ text, command }, at) => {
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<text x="16" y="${34 + at * 18}"${command ? ' class="command"' : ""}>${escaped}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="${height}" viewBox="0 0 960 ${height}">
<title>A terminal session with the dejima command</title>
<style>text{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#c9d1d9;white-space:pre}.command{fill:#7ee787;font-weight:bold}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join("\n")}
</svg>
`;
}
