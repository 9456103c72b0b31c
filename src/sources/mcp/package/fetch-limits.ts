const MEBIBYTE = 1024 ** 2;

/** How much the packages of one server may take, while they are fetched and after. */
export const MOST_BYTES = 768 * MEBIBYTE;

/** What the program that fetches may use: unpacking is more work than a script of a skill does. */
export const FETCH_LIMITS = {
  workspaceSize: MOST_BYTES,
  fileSize: 256 * MEBIBYTE,
  memory: 1024 * MEBIBYTE,
  cpu: 2,
  processes: 256,
  openFiles: 4096,
} as const;
