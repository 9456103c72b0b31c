const MEBIBYTE = 1024 ** 2;

/** How much the packages of one server may take, during the fetch and after. */
export const MAX_PACKAGE_BYTES = 768 * MEBIBYTE;

/** The limits of the fetching program: unpacking is more work than a skill's script does. */
export const FETCH_LIMITS = {
  workspaceSize: MAX_PACKAGE_BYTES,
  fileSize: 256 * MEBIBYTE,
  memory: 1024 * MEBIBYTE,
  cpu: 2,
  processes: 256,
  openFiles: 4096,
} as const;
