#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node can say what is missing; the door itself loads only what it needs.
const fs = process.getBuiltinModule?.("node:fs") ?? (await import("node:fs"));
const [major = 0] = process.versions.node.split(".").map(Number);
const root = new URL("..", import.meta.url);

if (process.argv.length === 3 && ["--version", "-V"].includes(process.argv[2] ?? "")) {
  console.log(JSON.parse(fs.readFileSync(new URL("package.json", root), "utf8")).version);
} else if (major < 24) {
  console.error(
    `Cannot run on Node ${process.versions.node}: Dejima needs Node 24 or newer. In a checkout, \`npm start\` brings its own`,
  );
  process.exitCode = 4;
} else {
  const { keepServerHeapSmall } = await import("./keep-heap-small.js");
  keepServerHeapSmall(process.argv.slice(2));
  const { ownCacheFolder } = await import("./own-cache-folder.js");
  const cache = ownCacheFolder(process.env);
  if (cache !== undefined) process.getBuiltinModule("node:module").enableCompileCache(cache);
  const source = new URL("src/dejima.ts", root);
  const built = new URL("dist/cli/dejima.js", root);
  const { main } = await import((fs.existsSync(source) ? source : built).href);
  process.exitCode = await main(process.argv.slice(2));
}
