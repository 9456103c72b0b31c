import { readFile } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "../../../support/json.ts";
import { badArchive, type VisitEntry } from "./admission.ts";

const snapshotSchema = z.object({ files: z.array(z.object({ path: z.string(), contents: z.string() })) });

/** Reads a skill that comes as JSON in the form `{"files": [{"path", "contents"}]}`, as skills.sh hands them out. */
export async function readSnapshot(file: string, visit: VisitEntry): Promise<void> {
  const parsed = snapshotSchema.safeParse(parseJson(await readFile(file, "utf8")));
  if (!parsed.success) throw badArchive("it is neither a zip, a tar.gz archive nor a JSON list of files");
  for (const { path, contents } of parsed.data.files)
    await visit({
      ...{ path, type: "file", executable: false },
      async *content() {
        yield Buffer.from(contents);
      },
    });
}
