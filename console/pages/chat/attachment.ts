/** A file of a message, in the server's format. */
interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  /** Base64. */
  readonly content: string;
}

export const MOST_FILES = 10;
export const MOST_BYTES = 8 * 1024 ** 2;

/** Whether these files can be sent with one message. */
export function canAttach(files: readonly File[]): boolean {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return files.length <= MOST_FILES && bytes <= MOST_BYTES;
}

/** Reads a file into the format that is sent. */
export function attachmentOf(file: File): Promise<Attachment> {
  const mediaType = /^[\w.+-]+\/[\w.+-]+/.exec(file.type)?.[0] ?? "application/octet-stream";
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => {
      const [, content = ""] = String(reader.result).split(",");
      resolve({ name: file.name.slice(0, 200), mediaType, content });
    };
    reader.readAsDataURL(file);
  });
}
