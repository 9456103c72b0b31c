import { type ReadonlySignal, signal } from "@preact/signals";

interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
  /** The server's own message. */
  readonly detail?: string;
}

/** Short messages about what was just done. They disappear by themselves. */
export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>;
  show(kind: Notice["kind"], text: string, detail?: string): void;
  dismiss(id: number): void;
}

const STAY_MS = 6_000;

export function createNotices(): Notices {
  const list = signal<readonly Notice[]>([]);
  let last = 0;
  const dismiss = (id: number) => {
    list.value = list.value.filter((notice) => notice.id !== id);
  };
  return {
    list,
    show(kind, text, detail = "") {
      const id = ++last;
      list.value = [...list.value.slice(-3), { id, kind, text, ...(detail === "" ? {} : { detail }) }];
      // A failure stays until it was dismissed.
      if (kind === "done") setTimeout(() => dismiss(id), STAY_MS);
    },
    dismiss,
  };
}
