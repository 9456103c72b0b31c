import type { Runtime } from "../../runtime.ts";

/** Why tools that the user brings are not there, one line each. */
export async function ownToolProblems(own: Runtime["ownTools"]): Promise<string[]> {
  const folders = (await own.folders()).flatMap(({ folder, trusted, files }) => {
    if (!trusted)
      return [
        `${files.length} tool files in ${folder} are not loaded: read them, then \`dejima tool trust\``,
      ];
    return files.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  });
  const apis = (await own.apis()).flatMap(({ name, problem }) =>
    problem === undefined ? [] : [`API ${name}: ${problem}`],
  );
  return [...folders, ...apis];
}
