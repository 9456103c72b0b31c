import { chown, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMasks } from "../../src/files/mask/find-masks.ts";
import { globalLayer } from "../../src/policy/rule-layers.ts";
import { withheldFrom } from "../../src/policy/withheld.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

/** Stands in every file that no program may read. */
const SECRET = "the-harbour-master-knows";
const HIDDEN = [".env", "private/a", "deep/er/id_rsa"];
const LOCKED = "kept/config";

interface MaskedDriver {
  readonly title: string;
  create(): Promise<Sandbox>;
  /** Whose the workspace is. */
  readonly owner: number;
}

/** What rules and names withhold stays withheld from programs of a driver, in folders that they may read or write. */
export function maskConformance({ title, create, owner }: MaskedDriver): void {
  let sandbox: Sandbox;
  let workspace: string;
  beforeAll(async () => {
    sandbox = await create();
    workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-masked-")));
    await chown(workspace, owner, owner);
    for (const path of [...HIDDEN, LOCKED, "open/b"]) {
      await mkdir(dirname(join(workspace, path)), { recursive: true });
      await writeFile(join(workspace, path), HIDDEN.includes(path) ? SECRET : "before");
    }
    for (const path of await readdir(workspace, { recursive: true }))
      await chown(join(workspace, path), owner, owner);
  }, 120_000);
  afterAll(async () => {
    await sandbox?.close();
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  for (const access of ["read-only", "read-write"] as const)
    test(`${title}: nothing withheld is read or changed in a folder that is ${access}`, async () => {
      const deny = ["file.read(./private/**)", "file.write(./kept/**)"];
      const layer = globalLayer(
        { safe: [], confirm: [], deny },
        { base: workspace, lineOf: () => undefined },
      );
      const withheld = withheldFrom({ name: "shell", aliases: [] }, [layer]);
      const masks = await findMasks([{ path: workspace, access }], withheld);
      const script = `cd ${workspace}
        for path in ${HIDDEN.join(" ")} ./private/../.env ${workspace}/private/a; do cat $path; cp $path copy && cat copy; done
        mv private elsewhere; cat elsewhere/a; grep -r ${SECRET.slice(0, 11)} .
        echo changed > ${LOCKED}; rm -f ${LOCKED}; mv kept gone; rm -rf kept
        cat open/b`;
      const result = await sandbox.start(["sh", "-c", `{ ${script}; } 2>&1`], {
        workspace: { path: workspace, access },
        masks,
      }).result;
      expect(result.stdout).toContain("before"); // it ran, and read what it may
      expect(result.stdout).not.toContain(SECRET);
      for (const path of HIDDEN) expect(await readFile(join(workspace, path), "utf8")).toBe(SECRET);
      expect(await readFile(join(workspace, LOCKED), "utf8")).toBe("before");
    }, 60_000);
}
