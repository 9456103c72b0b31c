import { extname } from "node:path";

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  [".css", "text/css"],
  [".csv", "text/csv"],
  [".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  [".gif", "image/gif"],
  [".htm", "text/html"],
  [".html", "text/html"],
  [".ico", "image/x-icon"],
  [".jpeg", "image/jpeg"],
  [".jpg", "image/jpeg"],
  [".js", "text/javascript"],
  [".json", "application/json"],
  [".map", "application/json"],
  [".md", "text/markdown"],
  [".mp3", "audio/mpeg"],
  [".mp4", "video/mp4"],
  [".oga", "audio/ogg"],
  [".ogg", "audio/ogg"],
  [".pdf", "application/pdf"],
  [".png", "image/png"],
  [".pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  [".py", "text/x-python"],
  [".sh", "text/x-shellscript"],
  [".svg", "image/svg+xml"],
  [".ts", "text/x-typescript"],
  [".txt", "text/plain"],
  [".wav", "audio/wav"],
  [".webmanifest", "application/manifest+json"],
  [".webp", "image/webp"],
  [".woff2", "font/woff2"],
  [".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  [".xml", "application/xml"],
  [".yaml", "application/yaml"],
  [".yml", "application/yaml"],
  [".zip", "application/zip"],
]);

/** The media type for the extension of a file name. `application/octet-stream` if it is unknown. */
export function mediaTypeOf(name: string): string {
  return MEDIA_TYPES.get(extname(name).toLowerCase()) ?? "application/octet-stream";
}

/** The media type of a served file: text with its character set. */
export function servedTypeOf(name: string): string {
  const type = mediaTypeOf(name);
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}
