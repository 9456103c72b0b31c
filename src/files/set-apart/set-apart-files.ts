import { dirname } from "node:path";
import type { SetApart, SetApartFiles } from "../../contract/asking/set-apart.ts";
import { DejimaError } from "../../contract/error.ts";
import { quotePath } from "../file-errors.ts";
import { createFileRepair } from "../file-repair.ts";
import { createGuardedDisk, type GuardedDiskOptions } from "../guarded-disk.ts";
import type { SetApartFolder } from "./set-apart-folder.ts";

/** Lets people decide about self-starting files. The guard of the disk applies to them, too. */
export function createSetApartFiles(folder: SetApartFolder, walls: GuardedDiskOptions): SetApartFiles {
  async function waiting(id: string): Promise<SetApart> {
    const entry = await folder.get(id);
    if (entry.status === "waiting") return entry;
    throw new DejimaError(
      "conflict",
      `Cannot decide about "${id}" again: it was ${entry.status} by ${entry.by}`,
    );
  }
  const decided = (entry: SetApart, status: SetApart["status"], by: string) =>
    folder.decide({ ...entry, status, by, decidedAt: new Date().toISOString() });

  return {
    list: () => folder.list(),
    async show(id) {
      const entry = await folder.get(id);
      const content = entry.status === "waiting" ? (await folder.content(id)).toString("utf8") : "";
      return { ...entry, content };
    },
    async accept(id, by) {
      const entry = await waiting(id);
      const { path, type, mode, replaces } = entry;
      if (type !== "file")
        throw new DejimaError(
          "invalid_input",
          `Cannot accept ${quotePath(path)}: it is not a regular file. Create it yourself if you want it`,
        );
      // A program may have had a folder outside the allowed ones. The person sees where the file goes.
      const allowedPaths = [...walls.allowedPaths, dirname(path)];
      const repair = createFileRepair(await createGuardedDisk({ ...walls, allowedPaths }));
      await repair.hold([path.normalize("NFC")], async () => {
        if (((await repair.hashOf(path)) ?? null) !== replaces)
          throw new DejimaError(
            "conflict",
            `Cannot accept ${quotePath(path)}: the file in its place has changed since. \`dejima set-apart show ${id}\` prints the content`,
          );
        await repair.put(path, await folder.content(id), mode);
      });
      return decided(entry, "accepted", by);
    },
    discard: async (id, by) => decided(await waiting(id), "discarded", by),
  };
}
