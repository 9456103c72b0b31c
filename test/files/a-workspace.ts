import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FileAccess } from "../../src/contract/data/file-access.ts";
import type { FileAccessOptions, FileGuard } from "../../src/contract/data/file-guard.ts";
import { createFileGuard, type FileGuardOptions } from "../../src/files/file-guard.ts";
import { openSetApartPlace } from "../../src/files/set-apart/set-apart-place.ts";

/** A workspace on disk beside a folder outside of it, with Dejima's home inside; gone when disposed of. */
export interface TestWorkspace extends AsyncDisposable {
  readonly root: string;
  readonly outside: string;
  readonly home: string;
  readonly undoFolder: string;
  readonly guard: FileGuard;
  open(options?: Partial<FileAccessOptions>): FileAccess;
}

/** Makes a workspace with these files; names beginning with `../` land outside. */
export async function aWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { setsApart = false, ...options }: Partial<FileGuardOptions> & { readonly setsApart?: boolean } = {},
): Promise<TestWorkspace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "dejima-files-")));
  const root = join(base, "workspace");
  const home = join(root, ".dejima");
  const undoFolder = join(home, "runs", "r1", "undo");
  await mkdir(join(base, "outside"));
  await mkdir(home, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const guard = createFileGuard({
    workspace: root,
    allowedPaths: [root],
    protectedPaths: [home, join(root, "dejima.yaml")],
    ...(setsApart ? { setApart: openSetApartPlace(join(home, "set-apart"), [home]) } : {}),
    ...options,
  });
  let calls = 0;
  return {
    root,
    outside: join(base, "outside"),
    home,
    undoFolder,
    guard,
    open: (access) =>
      guard.open({ callId: `c${++calls}`, undoFolder, signal: new AbortController().signal, ...access }),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}
