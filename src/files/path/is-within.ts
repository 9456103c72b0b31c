/** Whether an absolute path is `folder` or lies below it. Both must be without dots and links. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
