import { type ReadonlySignal, signal } from "@preact/signals";

interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
  /** The server's own message. */
  readonly detail?: string;
}

/** Short messages about recent actions. They disappear after a while. */
export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>;
  show(kind: Notice["kind"], text: string, detail?: string): void;
  dismiss(id: number): void;
  /** Removes the failures of the page that the user leaves. */
  leavePage(): void;
}

/** How long a notice stays. A failure has more to read. */
const STAY_MS = { done: 6_000, failed: 20_000 } as const;

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
      setTimeout(() => dismiss(id), STAY_MS[kind]);
    },
    dismiss,
    leavePage() {
      list.value = list.value.filter(({ kind }) => kind === "done");
    },
  };
}
