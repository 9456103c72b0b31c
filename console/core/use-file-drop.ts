import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Accepts files dropped anywhere on the page. Returns whether some are dragged over it. */
export function useFileDrop(onFiles: (files: FileList) => void): boolean {
  const over = useSignal(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      over.value = event.type === "dragover";
      if (event.type === "drop") latest.current(event.dataTransfer.files);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) over.value = false;
    };
    document.addEventListener("dragover", drag);
    document.addEventListener("drop", drag);
    document.addEventListener("dragleave", leave);
    return () => {
      document.removeEventListener("dragover", drag);
      document.removeEventListener("drop", drag);
      document.removeEventListener("dragleave", leave);
    };
  }, [over]);
  return over.value;
}
