// Lets the examples import `dejima` as strangers do, from the source of this checkout. Usage: npm run example examples/01-one-tool.ts
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const root = new URL("../", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const sources = new Map(
  Object.entries(exports).flatMap(([name, { default: built }]) =>
    built === undefined
      ? []
      : [[`dejima${name.slice(1)}`, built.replace("./dist/", "src/").replace(/\.js$/, ".ts")]],
  ),
);

registerHooks({
  resolve(specifier, context, next) {
    const source = sources.get(specifier);
    return source === undefined
      ? next(specifier, context)
      : { url: new URL(source, root).href, format: "module-typescript", shortCircuit: true };
  },
});
