import type { Tool } from "../../../contract/tool.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { getFileInfo } from "./get-file-info.ts";
import { grep } from "./grep.ts";
import { listFiles } from "./list-files.ts";
import { moveFile } from "./move-file.ts";
import { readFile } from "./read-file.ts";
import { writeFile } from "./write-file.ts";

/** The tools of the file family. */
export const fileTools: readonly Tool[] = [
  readFile,
  writeFile,
  editFile,
  listFiles,
  deleteFile,
  moveFile,
  getFileInfo,
  grep,
];
