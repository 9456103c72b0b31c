import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MARKER_FILE } from "../catalogue/marker.ts";
import { type Admission, type ArchiveEntry, type SkillLimits, badArchive, createAdmission } from "./admission.ts";
import { readTarGz } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

type ArchiveKind = "zip" | "tar.gz";

/** What the first bytes say a file is; its name is not believed. */
async function archiveKind(file: string): Promise<ArchiveKind> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString("latin1");
    if (start.startsWith("PK")) return "zip";
    if (start.startsWith("\x1f\x8b")) return "tar.gz";
  } finally {
    await handle.close();
  }
  throw badArchive("it is neither a zip nor a tar.gz archive");
}

/**
 * Unpacks an archive into an empty folder that nobody else uses. Only plain files and folders are made, never a link, so
 * that no entry can be written through another; of the modes only "executable" is kept.
 */
export async function unpack(file: string, target: string, limits: SkillLimits): Promise<void> {
  const kind = await archiveKind(file);
  const admission = createAdmission(limits, (await stat(file)).size);
  const read = kind === "zip" ? readZip : readTarGz;
  await read(file, (entry) => writeEntry(entry, target, admission));
}

async function writeEntry(entry: ArchiveEntry, target: string, admission: Admission): Promise<void> {
  const segments = admission.admitPath(entry.path, entry.type);
  if (isClutter(segments)) return;
  const path = join(target, ...segments);
  if (entry.type === "directory") {
    await mkdir(path, { recursive: true, mode: 0o755 });
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  await writeContent(path, entry, admission);
}

/** What the archivers of some systems add beside the content, and version control data: its hooks would run elsewhere. */
function isClutter(segments: readonly string[]): boolean {
  const name = segments.at(-1) ?? "";
  const isSystems = segments[0] === "__MACOSX" || name === ".DS_Store" || name.startsWith("._");
  return isSystems || segments.some((segment) => /^\.git$/i.test(segment)) || isMarker(segments);
}

/** A marker says what is in the index of another machine; it stands at the root of the skill, below the archive's folder. */
function isMarker(segments: readonly string[]): boolean {
  return segments.length <= 2 && segments.at(-1) === MARKER_FILE;
}

async function writeContent(path: string, entry: ArchiveEntry, admission: Admission): Promise<void> {
  // "wx": a file that is already there, or a link in its place, is an error.
  const handle = await open(path, "wx", entry.executable ? 0o755 : 0o644);
  try {
    let size = 0;
    for await (const chunk of entry.content()) {
      size += chunk.length;
      admission.admitBytes(entry.path, size, chunk.length);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
}
