import { useEffect, useState } from "preact/hooks";

const TYPES: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** A picture from bytes. As an image, even an SVG runs no script and loads nothing. */
export function BlobPicture({ name, content }: { name: string; content: Blob }) {
  const [source, setSource] = useState<string | undefined>(undefined);
  useEffect(() => {
    const type = TYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
    const made = URL.createObjectURL(new Blob([content], { type }));
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [name, content]);
  return source === undefined ? null : <img class="artifact-picture" src={source} alt={name} />;
}
