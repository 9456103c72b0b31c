// Builds the console into dist/console (or the folder that is named), unless it is built from these very files already. Another folder
// gets a copy of dist/console where that is up to date.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds the console if it is out of date. Returns whether a build exists afterwards. */
export function buildConsole(target = join(root, "dist/console")): boolean {
  const source = join(root, "console");
  if (!existsSync(join(source, "index.html"))) return false;
  const hash = hashOf(source);
  const isBuilt = (folder = target) => {
    const marker = join(folder, ".built-from");
    return existsSync(marker) && readFileSync(marker, "utf8") === hash;
  };
  if (isBuilt()) return true;
  const beside = `${target}.${process.pid}`;
  const usual = join(root, "dist/console");
  if (target !== usual && isBuilt(usual)) {
    cpSync(usual, target, { recursive: true });
    return true;
  }
  console.error("Building the console, once per change…");
  const { status } = spawnSync(
    join(root, "node_modules/.bin/vite"),
    [
      "build",
      source,
      "--config",
      join(source, "vite.config.ts"),
      "--outDir",
      beside,
      "--emptyOutDir",
      "--logLevel",
      "warn",
    ],
    // The build's output must not mix with the output of a command.
    {
      cwd: root,
      stdio: ["ignore", process.stderr, process.stderr],
      shell: process.platform === "win32",
      // Tests set it to something else, and would get a larger and slower build.
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (status !== 0) {
    console.error("Cannot build the console: vite says why above. The API is served without it.");
    rmSync(beside, { recursive: true, force: true });
    return false;
  }
  compressAssets(join(beside, "assets"));
  writeFileSync(join(beside, ".built-from"), hash);
  try {
    rmSync(target, { recursive: true, force: true });
    renameSync(beside, target);
  } catch (error) {
    // Somebody else was quicker: two tests may build at once.
    rmSync(beside, { recursive: true, force: true });
    if (!isBuilt()) throw error;
  }
  return true;
}

/** Writes a compressed copy beside each text file. The server sends it unchanged to browsers that accept it. */
function compressAssets(folder: string): void {
  for (const name of globSync("*.{js,css,svg}", { cwd: folder })) {
    const content = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

function hashOf(folder: string): string {
  const files = globSync("**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  hash.update(readFileSync(fileURLToPath(import.meta.url)));
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

if (import.meta.main) buildConsole();
