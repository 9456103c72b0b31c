import type { Runtime } from "../../runtime.ts";

type OwnTools = Awaited<ReturnType<Runtime["ownTools"]>>;

/** Why tools that the user brings are not there, one line each. */
export function ownToolProblems(own: OwnTools): string[] {
  const folders = own.folders().flatMap(({ folder, trusted, files }) => {
    if (!trusted)
      return [
        `${files.length} tool files in ${folder} are not loaded: read them, then \`dejima tool trust\``,
      ];
    return files.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  });
  const apis = own
    .apis()
    .flatMap(({ name, problem }) => (problem === undefined ? [] : [`API ${name}: ${problem}`]));
  return [...folders, ...apis];
}
