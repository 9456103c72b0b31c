import { mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../../support/json.ts";
import { MARKER_FILE } from "../catalogue/marker.ts";
import {
  type Admission,
  type ArchiveEntry,
  badArchive,
  createAdmission,
  type SkillLimits,
  type VisitEntry,
} from "./admission.ts";
import { readTarGz } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

type ArchiveKind = "zip" | "tar.gz" | "snapshot";

/** Detects the kind of an archive by its first bytes; the name is ignored. */
async function archiveKind(file: string): Promise<ArchiveKind> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const start = buffer.subarray(0, bytesRead).toString("latin1");
  if (start.startsWith("PK")) return "zip";
  if (start.startsWith("\x1f\x8b")) return "tar.gz";
  if (start.startsWith("{")) return "snapshot";
  throw badArchive("it is neither a zip nor a tar.gz archive");
}

/**
 * Unpacks an archive into an empty folder that nobody else uses. Creates only plain files and folders and never a link, so that
 * no entry can be written through another. Keeps only the executable bit of the modes.
 */
export async function unpack(file: string, target: string, limits: SkillLimits): Promise<void> {
  const kind = await archiveKind(file);
  const admission = createAdmission(limits, (await stat(file)).size);
  const read = { zip: readZip, "tar.gz": readTarGz, snapshot: readSnapshot };
  await read[kind](file, (entry) => writeEntry(entry, target, admission));
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

/** Files that some systems add to archives, and version control data, whose hooks could run elsewhere. */
function isClutter(segments: readonly string[]): boolean {
  const name = segments.at(-1) ?? "";
  const isSystemFile = segments[0] === "__MACOSX" || name === ".DS_Store" || name.startsWith("._");
  return isSystemFile || segments.some((segment) => /^\.git$/i.test(segment)) || isMarker(segments);
}

/** A marker describes the index of another machine. It is at the root of the skill, below the folder of the archive. */
function isMarker(segments: readonly string[]): boolean {
  return segments.length <= 2 && segments.at(-1) === MARKER_FILE;
}

async function writeContent(path: string, entry: ArchiveEntry, admission: Admission): Promise<void> {
  // "wx" fails if the file or a link of that name exists.
  await using handle = await open(path, "wx", entry.executable ? 0o755 : 0o644);
  let size = 0;
  for await (const chunk of entry.content()) {
    size += chunk.length;
    admission.admitBytes(entry.path, size, chunk.length);
    await handle.writeFile(chunk);
  }
}

const snapshotSchema = z.object({ files: z.array(z.object({ path: z.string(), contents: z.string() })) });

/** Reads a skill that comes as JSON in the form `{"files": [{"path", "contents"}]}`, as skills.sh hands them out. */
async function readSnapshot(file: string, visit: VisitEntry): Promise<void> {
  const parsed = snapshotSchema.safeParse(parseJson(await readFile(file, "utf8")));
  if (!parsed.success) throw badArchive("it is neither a zip, a tar.gz archive nor a JSON list of files");
  for (const { path, contents } of parsed.data.files)
    await visit({
      path,
      type: "file",
      executable: false,
      async *content() {
        yield Buffer.from(contents);
      },
    });
}
