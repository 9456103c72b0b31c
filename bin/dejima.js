#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node can say what is missing; the door itself loads only what it needs.
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";

const root = new URL("..", import.meta.url);
const [major = 0] = process.versions.node.split(".").map(Number);

if (process.argv.length === 3 && ["--version", "-V"].includes(process.argv[2] ?? "")) {
  console.log(JSON.parse(readFileSync(new URL("package.json", root), "utf8")).version);
} else if (major < 24) {
  console.error(
    `Cannot run on Node ${process.versions.node}: Dejima needs Node 24 or newer. In a checkout, \`npm start\` brings its own`,
  );
  process.exitCode = 4;
} else {
  module.enableCompileCache?.();
  const source = new URL("src/doors/cli/main.ts", root);
  const { main } = await import(
    existsSync(source) ? source.href : new URL("dist/doors/cli/main.js", root).href
  );
  process.exitCode = await main(process.argv.slice(2));
}
