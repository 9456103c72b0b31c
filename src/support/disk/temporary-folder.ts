import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a folder that `await using` removes with its content, also after a failure. By default in the system's folder for such files. */
export async function temporaryFolder(prefix: string, parent: string = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, prefix));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
