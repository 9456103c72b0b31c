import { useSignal } from "@preact/signals";
import { Component, type ComponentChildren, type ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type ApiProblem, asProblem } from "../core/api-problem.ts";
import { useConsole } from "../core/console-context.ts";
import { addressOf } from "../core/route.ts";
import { useData } from "../core/use-data.ts";
import { useWords } from "../core/words.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Ghosts } from "../parts/ghosts.tsx";
import { Icon } from "../parts/icon.tsx";
import { NoticeList } from "../parts/notice-list.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { RichText } from "../parts/rich-text.tsx";
import { shellWords } from "../words/shell.ts";
import { ConfigBanner } from "./config-banner.tsx";
import { findPage, type Page } from "./pages.ts";
import { SideMenu } from "./side-menu.tsx";
import { useAnnouncements, usePush } from "./use-announcements.ts";
import { useKeys } from "./use-keys.ts";

type Window = "menu" | "palette" | "keys" | "none";

/** The frame: menu, page, and dialogs. */
export function Shell() {
  const { route, live, preferences, notices } = useConsole();
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
    notices.leavePage();
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
        <ErrorBoundary key={name}>
          {page === undefined ? <NoPage /> : <LazyPage key={page.name} page={page} />}
        </ErrorBoundary>
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

/** The bar that replaces the menu on narrow screens. */
function TopBar({ onMenu }: { onMenu(): void }) {
  const { route, live } = useConsole();
  const say = useWords(shellWords);
  const page = findPage(route.place.value.page);
  const waiting = live.pending.value;
  return (
    <header class="top">
      <Button kind="quiet" icon="menu" label={say("menu")} onClick={onMenu} />
      <strong>{page === undefined ? "Dejima" : say(page.name)}</strong>
      {waiting === 0 ? null : (
        <a class="side-count" href={addressOf("approvals")} aria-label={say("waiting", { count: waiting })}>
          {waiting}
        </a>
      )}
    </header>
  );
}

/** Shown while the server cannot be reached. The page recovers automatically. */
function ConnectionBanner() {
  const { live } = useConsole();
  const say = useWords(shellWords);
  return (
    <div class="banner-place" role="status">
      {live.connection.value === "lost" ? (
        <div class="banner">
          <Icon name="warning" />
          <p>
            <RichText text={say("lostNote")} />
          </p>
          <Button small icon="refresh" onClick={live.restart}>
            {say("tryNow")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface Props {
  readonly children: ComponentChildren;
}

/** An error boundary: keeps an error of one page from breaking the frame. */
class ErrorBoundary extends Component<Props, { why: string | undefined }> {
  override state = { why: undefined as string | undefined }; // set when a child throws

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ why: error instanceof Error ? error.message : String(error) });
  }

  override render({ children }: Props) {
    const { why } = this.state;
    return why === undefined ? children : <Broken why={why} />;
  }
}

function Broken({ why }: { why: string }) {
  const say = useWords(shellWords);
  return (
    <div class="page">
      <EmptyState icon="warning" title={say("broken")}>
        <p>{say("brokenHint", { why })}</p>
        <Button icon="refresh" onClick={() => location.reload()}>
          {say("reload")}
        </Button>
      </EmptyState>
    </div>
  );
}

/** A page that is loaded when it is first shown. */
function LazyPage({ page }: { page: Page }) {
  const loaded = useSignal<{ readonly Body: ComponentType } | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  useEffect(() => {
    page
      .load()
      .then((Body) => {
        loaded.value = { Body };
      })
      .catch((error) => {
        problem.value = asProblem(error);
      });
  }, [page]);
  if (problem.value !== undefined) {
    return (
      <div class="page">
        <ProblemNote problem={problem.value} onRetry={() => location.reload()} />
      </div>
    );
  }
  if (loaded.value === undefined) {
    return (
      <div class="page">
        <Ghosts />
      </div>
    );
  }
  const { Body } = loaded.value;
  return <Body />;
}
