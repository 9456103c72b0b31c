import { dirname } from "node:path";
import { DejimaError } from "../contract/error.ts";
import type { ReadLimits } from "../contract/file-access.ts";
import { type CallAccess, locatePermitted, refuseAfterEnd } from "./call-access.ts";
import type { Place } from "./guarded-disk.ts";
import { naming } from "./io-failure.ts";
import { missing } from "./path/path-errors.ts";
import { printable, quotePath } from "./path/quote-path.ts";
import { openRegularFile, readWhole } from "./regular-file.ts";

/** Reads a whole file. */
export async function readFile(access: CallAccess, path: string, { maxBytes }: ReadLimits): Promise<Buffer> {
  const place = await locatePermitted(access, path, "file.read");
  const content = await readPlace(access, place, { maxBytes });
  await access.witness?.read(place.canonical, content);
  return content;
}

/** Reads the whole file at a place that was already found. */
export async function readPlace(access: CallAccess, place: Place, { maxBytes }: ReadLimits): Promise<Buffer> {
  const path = place.asked;
  const content = await naming("read", path, async () => {
    await using folder = await access.disk.openFolder(dirname(place.path));
    await using file = await openRegularFile(folder, place, "read");
    if (file === undefined) throw missing("read", path);
    return await readWhole(file, maxBytes, () => tooLarge(path, maxBytes));
  });
  refuseAfterEnd(access);
  return content;
}

function tooLarge(path: string, maxBytes: number): DejimaError {
  return new DejimaError(
    "too_large",
    `Cannot read ${quotePath(path)}: it is larger than ${maxBytes} bytes. Search it for what you need instead`,
    { path: printable(path), maxBytes },
  );
}
