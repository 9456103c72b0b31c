// Runs one of the examples by its number, its name or its path: npm run -s example -- 01
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const folder = new URL("../examples/", import.meta.url);
const known = readdirSync(folder).filter((name) => name.endsWith(".ts"));
const [, , wanted = ""] = process.argv;
const name = basename(wanted);
const found =
  known.find((each) => each === name || each === `${name}.ts`) ??
  known.find((each) => name !== "" && each.startsWith(`${name}-`));
if (found === undefined) {
  const what =
    wanted === "" ? "Name an example" : `Cannot run the example "${wanted}": no example has this name`;
  console.error(
    `${what}. There are:\n${known.map((each) => `  ${each.replace(/\.ts$/, "")}`).join("\n")}\nFor example: npm run -s example -- 01`,
  );
  process.exitCode = 2;
} else {
  const file = new URL(found, folder);
  // The example sees its own arguments.
  process.argv.splice(1, 2, file.pathname);
  await import(pathToFileURL(file.pathname).href);
}
