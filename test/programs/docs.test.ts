import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import { createProgramEngine } from "../../src/sources/builtin/program/program-engine.ts";
import { FAILS, GOES_ON, REACHES_NOTHING } from "./hostile-programs.ts";

/** What each tool of the programs returns. `draft-b.md` is not to be renamed. */
const answers: Readonly<Record<string, (input: Record<string, string>) => unknown>> = {
  list_files: ({ pattern = "" }) => ({
    files: ["a.md", "b.md"].map((end) => ({ path: pattern.replace("*.md", end) })),
  }),
  read_file: () => ({ totalLines: 2 }),
  move_file: () => ({}),
  http_get: ({ url = "" }) => ({
    body: JSON.stringify([
      { label: "bug", state: "open", page: url.at(-1) },
      { label: "bug", state: "closed" },
    ]),
  }),
};

test("the documentation counts the hostile programs that there are", async () => {
  const count = REACHES_NOTHING.length + FAILS.length + GOES_ON.length;
  for (const [page, words] of [
    ["programs.md", `has ${count} programs that try`],
    ["security.md", `(${count} hostile programs, kills)`],
  ] as const)
    expect(await readFile(new URL(`../../docs/${page}`, import.meta.url), "utf8")).toContain(words);
});

test("the three programs of the documentation run as they are written", async () => {
  const text = await readFile(new URL("../../docs/programs.md", import.meta.url), "utf8");
  const programs = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "");
  const sandbox = await createSandbox();
  const engine = createProgramEngine({ sandbox: async () => sandbox });
  const results: unknown[] = [];
  for (const code of programs)
    results.push(
      await engine.run(
        { code, clock: 0, ended: [] },
        {
          log: () => {},
          note: () => {},
          call: async ({ tool, input }) => {
            const given = input as Record<string, string>; // as the programs call them
            if (given.from === "draft-b.md")
              return { ok: false, error: { code: "approval_denied", message: "no" } };
            return { ok: true, output: answers[tool]?.(given) };
          },
        },
        new AbortController().signal,
      ),
    );
  await sandbox.close();
  const open = ["1", "2", "3", "4", "5"].map((page) => ({ label: "bug", state: "open", page }));
  expect(results).toEqual([4, ["a.md"], { bug: open }]);
});
