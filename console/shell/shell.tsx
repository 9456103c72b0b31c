import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../core/console-context.ts";
import { useData } from "../core/use-data.ts";
import { useWords } from "../core/words.ts";
import { Dialog } from "../parts/dialog.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { NoticeList } from "../parts/notice-list.tsx";
import { shellWords } from "../words/shell.ts";
import { ConfigBanner } from "./config-banner.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { ErrorFence } from "./error-fence.tsx";
import { LazyPage } from "./lazy-page.tsx";
import { findPage } from "./pages.ts";
import { SideMenu } from "./side-menu.tsx";
import { TopBar } from "./top-bar.tsx";
import { useAnnouncements, usePush } from "./use-announcements.ts";
import { useKeys } from "./use-keys.ts";

type Window = "menu" | "palette" | "keys" | "none";

/** The frame: menu, page, and dialogs. */
export function Shell() {
  const { route, live, preferences } = useConsole();
  const say = useWords(shellWords);
  const open = useSignal<Window>("none");
  const main = useRef<HTMLElement>(null);
  const name = route.place.value.page;
  const page = findPage(name);
  const close = () => {
    open.value = "none";
  };
  useKeys((window) => {
    open.value = window;
  });
  // Read during render, so that the title follows it.
  const waiting = live.pending.value === 0 ? "" : `(${live.pending.value}) `;
  const title = `${waiting}${page === undefined ? "" : `${say(page.name)} · `}Dejima`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useAnnouncements();
  usePush();
  useEffect(() => {
    main.current?.scrollTo(0, 0);
  }, [name]);
  return (
    <div class={preferences.menuFolded.value ? "shell menu-folded" : "shell"}>
      {/* A link would change the address, which names the page. */}
      <button type="button" class="skip-link" onClick={() => main.current?.focus()}>
        {say("skip")}
      </button>
      <SideMenu />
      <TopBar
        onMenu={() => {
          open.value = "menu";
        }}
      />
      <ConnectionBanner />
      <ConfigBanner />
      <main class="main" id="main" tabIndex={-1} ref={main}>
        <ErrorFence key={name}>
          {page === undefined ? <NoPage /> : <LazyPage key={page.name} page={page} />}
        </ErrorFence>
      </main>
      <NoticeList />
      {open.value === "menu" ? (
        <Dialog bare class="drawer" title={say("menu")} onClose={close}>
          <SideMenu onGo={close} />
        </Dialog>
      ) : null}
      {open.value === "palette" ? <LazyWindow load={loadPalette} onClose={close} /> : null}
      {open.value === "keys" ? <LazyWindow load={loadKeys} onClose={close} /> : null}
    </div>
  );
}

const loadPalette = async () => (await import("./palette.tsx")).Palette;
const loadKeys = async () => (await import("./key-list.tsx")).KeyList;

interface WindowProps {
  onClose(): void;
}

/** A dialog that is loaded when it is first opened. */
function LazyWindow({
  load,
  onClose,
}: WindowProps & { load(): Promise<(props: WindowProps) => ComponentChildren> }) {
  const { value: Opened } = useData(load, [load]);
  return Opened === undefined ? null : <Opened onClose={onClose} />;
}

function NoPage() {
  const say = useWords(shellWords);
  return (
    <div class="page">
      <h1 class="only-heard">{say("notFound")}</h1>
      <EmptyState icon="info" title={say("notFound")}>
        <p>{say("notFoundHint")}</p>
      </EmptyState>
    </div>
  );
}
