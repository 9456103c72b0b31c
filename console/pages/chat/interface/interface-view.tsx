import "./interface.css";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { replaceHidden } from "../../../../src/text/hidden-characters.ts";
import type { Answer } from "../../../core/api-calls.ts";
import { useConsole } from "../../../core/console-context.ts";
import { useData } from "../../../core/use-data.ts";
import { useWords } from "../../../core/words.ts";
import type { Call } from "../../../parts/call/call.ts";
import { CallCard } from "../../../parts/call/call-card.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { LoadedView } from "../../../parts/loaded-view.tsx";
import { Note } from "../../../parts/note.tsx";
import { interfaceWords } from "../../../words/interface.ts";
import { foldCall, newCall } from "../fold-event.ts";
import { createInterfaceHost } from "./interface-host.ts";

type Shown = NonNullable<Answer<"get", "/api/calls/{call}/interface">["interface"]>;

interface InterfaceViewProps {
  readonly call: Call;
  compose(text: string): boolean;
}

/** The interface of a call, in a sandboxed frame, with the calls that it makes. */
export function InterfaceView({ call, compose }: InterfaceViewProps) {
  const { api } = useConsole();
  const params = { call: call.callId };
  const found = useData(() => api.get("/api/calls/{call}/interface", { params }), [call.callId]);
  const calls = useInterfaceCalls(call.callId);
  return (
    <>
      <LoadedView data={found}>
        {({ interface: shown }) =>
          shown === undefined ? null : <Frame callId={call.callId} shown={shown} compose={compose} />
        }
      </LoadedView>
      {calls.map((made) => (
        <CallCard key={made.callId} call={made} />
      ))}
    </>
  );
}

interface FrameProps {
  readonly callId: string;
  readonly shown: Shown;
  compose(text: string): boolean;
}

function Frame({ callId, shown, compose }: FrameProps) {
  const { api, notices, preferences } = useConsole();
  const say = useWords(interfaceWords);
  const frame = useRef<HTMLIFrameElement>(null);
  const height = useSignal(200);
  const closed = useSignal<"flood" | "left" | undefined>(undefined);
  const link = useSignal<{ readonly url: string; answer(followed: boolean): void } | undefined>(undefined);
  useEffect(() => {
    const host = createInterfaceHost(
      {
        html: shown.html,
        tool: shown.tool,
        input: shown.input,
        result: shown.result,
        context: {
          theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
          locale: preferences.language.peek() === "zh" ? "zh-CN" : "en",
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      },
      {
        // Its origin is opaque, so no other target can be named.
        post: (message) => frame.current?.contentWindow?.postMessage(message, "*"),
        async call(tool, input) {
          const options = { params: { call: callId }, body: { tool, input } };
          return (await api.send("POST", "/api/calls/{call}/interface/calls", options)).result;
        },
        openLink: (url) =>
          new Promise((answer) => {
            link.value = { url, answer };
          }),
        compose(text) {
          const put = compose(replaceHidden(text, () => ""));
          if (put) notices.show("done", say("composed", { server: shown.server }));
          return put;
        },
        resize(next) {
          height.value = next;
        },
        close(why) {
          closed.value = why;
        },
      },
    );
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && source !== null && origin === "null") host.receive(data);
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [api, callId, shown]);
  const followLink = (followed: boolean) => {
    const { url = "", answer } = link.value ?? {};
    link.value = undefined;
    if (followed) window.open(url, "_blank", "noopener,noreferrer");
    answer?.(followed);
  };
  if (closed.value !== undefined) return <Note tone="care">{say(closed.value)}</Note>;
  return (
    <>
      <iframe
        ref={frame}
        class={shown.border ? "interface-frame bordered" : "interface-frame"}
        style={{ height: `${height.value}px` }}
        title={say("frame", { server: shown.server })}
        sandbox="allow-scripts"
        referrerpolicy="no-referrer"
        src={shown.frame}
      />
      <p class="faint tiny">
        {say("from", { server: shown.server })}
        {shown.hosts.length === 0 ? "" : ` ${say("hosts", { hosts: shown.hosts.join(", ") })}`}
        {shown.withheld.length === 0 ? "" : ` ${say("withheld", { hosts: shown.withheld.join(", ") })}`}
      </p>
      {link.value === undefined ? null : (
        <Confirm
          title={say("linkTitle", { server: shown.server })}
          action={say("linkOpen")}
          onConfirm={() => followLink(true)}
          onClose={() => followLink(false)}
        >
          <p class="mono small break">{link.value.url}</p>
        </Confirm>
      )}
    </>
  );
}

const MOST_SHOWN = 5;

/** The latest calls of a call's interface since it is shown, and all that wait for a person. */
function useInterfaceCalls(callId: string): readonly Call[] {
  const { live } = useConsole();
  const calls = useSignal<readonly Call[]>([]);
  useEffect(
    () =>
      live.subscribe((event) => {
        if (event === "connected") return;
        if (event.type === "call-start" && event.parent === callId && event.callId !== callId)
          calls.value = [...calls.value, newCall(event)];
        else if ("callId" in event && calls.value.some((call) => call.callId === event.callId))
          calls.value = calls.value.map((call) =>
            call.callId === event.callId ? foldCall(call, event) : call,
          );
      }),
    [live, callId, calls],
  );
  const isOpen = (call: Call) => call.result === undefined;
  return calls.value.filter((call, at) => isOpen(call) || at >= calls.value.length - MOST_SHOWN);
}
