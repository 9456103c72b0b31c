import { unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "./call-access.ts";
import { naming } from "./io-failure.ts";
import { missing } from "./path/path-errors.ts";
import { readPrevious } from "./undo/keep-previous.ts";

/** Deletes a file, after its content was kept. */
export async function deleteFile(access: CallAccess, path: string): Promise<void> {
  const place = await locatePermitted(access, path, "file.delete");
  await access.disk.locks.hold([place.canonical], () =>
    naming("delete", path, async () => {
      await using folder = await access.disk.openFolder(dirname(place.path));
      const previous = await readPrevious(access, folder, place, "delete");
      if (previous === undefined) throw missing("delete", path);
      await access.journal.record(
        [{ action: "delete", path: place.path, before: previous.state, after: null, folders: [] }],
        previous.content,
      );
      await previous.verify();
      await folder.verify();
      refuseAfterEnd(access);
      await unlink(folder.at(basename(place.path)));
      await folder.sync();
      await access.witness?.written([{ path: place.canonical }]);
    }),
  );
}
