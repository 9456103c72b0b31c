import { extname } from "node:path";

/** What a folder is called among resources. */
export const DIRECTORY_TYPE = "inode/directory";

const TYPES: Readonly<Record<string, string>> = {
  ".md": "text/markdown",
  ".txt": "text/plain",
  ".csv": "text/csv",
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".ts": "text/x-typescript",
  ".py": "text/x-python",
  ".sh": "text/x-shellscript",
  ".yaml": "text/yaml",
  ".yml": "text/yaml",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".svg": "image/svg+xml",
};

/** The media type that a file's name stands for; any bytes for others. */
export function mediaType(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
}
