import { fieldsOf, isRecord } from "../../../../src/text/record.ts";

/** The version of the protocol between a host and an interface. */
const PROTOCOL = "2026-01-26";

const MOST_CHARACTERS = 200_000;
const MOST_TEXT = 4_000;

/** The height limits of a frame, in pixels. */
const HEIGHT = { least: 40, most: 800 } as const;

/** An object of unknown shape. */
type Fields = Readonly<Record<string, unknown>>;

/** The rate limit of an interface: this many messages at once, and this many per second after that. */
const BURST = 200;
const PER_SECOND = 20;
const MOST_CALLS = 8;

/** What the host does for an interface. */
export interface HostActions {
  /** Sends it a message. */
  post(message: Fields): void;
  /** Calls a tool of the same server. */
  call(tool: string, input: Fields): Promise<Fields>;
  /** Asks the person whether to open a link. Returns whether they did. */
  openLink(url: string): Promise<boolean>;
  /** Puts a text into the composer. Returns whether it did. */
  compose(text: string): boolean;
  resize(height: number): void;
  /** Removes the interface: it sent too much, or left its page. */
  close(why: "flood" | "left"): void;
}

/** What an interface receives. */
export interface HostedInterface {
  readonly html: string;
  readonly tool: Fields;
  readonly input: Fields;
  readonly result: Fields | undefined;
  readonly context: Fields;
}

/** Answers the messages of one interface. */
export interface InterfaceHost {
  /** Receives a message, which may be anything. */
  receive(data: unknown): void;
}

/**
 * Creates the host's side of the protocol for interfaces (MCP Apps). Everything the frame sends is untrusted:
 * limited first, then parsed.
 */
export function createInterfaceHost(
  shown: HostedInterface,
  actions: HostActions,
  now: () => number = () => performance.now(),
): InterfaceHost {
  let left = BURST;
  let counted = now();
  let state: "empty" | "written" | "initialized" | "closed" = "empty";
  let calls = 0;
  let asking = false;

  const close = (why: "flood" | "left") => {
    state = "closed";
    actions.close(why);
  };
  const answer = (id: unknown, result: Fields) => {
    if (state !== "closed") actions.post({ jsonrpc: "2.0", id, result });
  };
  const refuse = (id: unknown, code: number, message: string) => {
    if (state !== "closed") actions.post({ jsonrpc: "2.0", id, error: { code, message } });
  };

  function receive(data: unknown): void {
    if (state === "closed") return;
    if (isFlood()) close("flood");
    else if (isRecord(data) && data.interface === "ready") write();
    else if (isRecord(data) && data.jsonrpc === "2.0" && !isTooLarge(data)) read(data);
  }

  function isFlood(): boolean {
    const at = now();
    left = Math.min(BURST, left + ((at - counted) / 1_000) * PER_SECOND) - 1;
    counted = at;
    return left < 0;
  }

  function read({ id, method, params }: Fields): void {
    if (typeof method !== "string") return;
    const given = fieldsOf(params);
    if (typeof id === "string" || typeof id === "number") request(id, method, given);
    else notice(method, given);
  }

  /**
   * The page requests its content once. A second request comes from another page that the interface navigated
   * to.
   */
  function write(): void {
    if (state === "empty") {
      state = "written";
      actions.post({ html: shown.html });
    } else close("left");
  }

  function notice(method: string, params: Fields): void {
    if (method === "ui/notifications/size-changed" && typeof params.height === "number")
      actions.resize(Math.min(HEIGHT.most, Math.max(HEIGHT.least, Math.round(params.height) || 0)));
    if (method !== "ui/notifications/initialized" || state !== "written") return;
    state = "initialized";
    actions.post(notification("ui/notifications/tool-input", { arguments: shown.input }));
    if (shown.result !== undefined) actions.post(notification("ui/notifications/tool-result", shown.result));
  }

  function request(id: string | number, method: string, params: Fields): void {
    if (method === "ui/initialize") answer(id, hostDescription(shown));
    else if (method === "ping") answer(id, {});
    else if (method === "ui/request-display-mode") answer(id, { mode: "inline" });
    else if (method === "ui/message") answer(id, { isError: !compose(textOf(params.content)) });
    else if (method === "tools/call") void callTool(id, params);
    else if (method === "ui/open-link") void openLink(id, params);
    else refuse(id, -32_601, `This host does not offer ${method.slice(0, 100)}`);
  }

  const compose = (text: string) => text !== "" && actions.compose(text);

  async function callTool(id: string | number, { name, arguments: input = {} }: Fields): Promise<void> {
    if (typeof name !== "string" || !isRecord(input))
      return refuse(id, -32_602, "A name and arguments are needed");
    if (calls >= MOST_CALLS) return refuse(id, -32_000, `At most ${MOST_CALLS} calls at once`);
    calls++;
    try {
      answer(id, await actions.call(name, input));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      answer(id, { isError: true, content: [{ type: "text", text }] });
    } finally {
      calls--;
    }
  }

  async function openLink(id: string | number, { url }: Fields): Promise<void> {
    const link = typeof url === "string" && url.length <= 2_000 ? URL.parse(url) : null;
    // One question at a time. A link must be a web page, without credentials.
    const plain = link !== null && /^https?:$/.test(link.protocol) && link.username + link.password === "";
    if (!plain || asking) return answer(id, { isError: true });
    asking = true;
    answer(id, { isError: !(await actions.openLink(link.href)) });
    asking = false;
  }

  return { receive };
}

/** The description of the host for an interface. */
function hostDescription({ tool, context }: { readonly tool: Fields; readonly context: Fields }): Fields {
  return {
    protocolVersion: PROTOCOL,
    hostInfo: { name: "dejima", version: "1" },
    hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} }, logging: {} },
    hostContext: {
      ...context,
      toolInfo: { tool },
      displayMode: "inline",
      availableDisplayModes: ["inline"],
      platform: "web",
      containerDimensions: { maxHeight: HEIGHT.most },
    },
  };
}

/** A JSON-RPC notification. */
function notification(method: string, params: Fields): Fields {
  return { jsonrpc: "2.0", method, params };
}

/** Whether a message is longer than any honest one. One that JSON cannot represent counts as too large. */
function isTooLarge(value: unknown): boolean {
  try {
    return JSON.stringify(value).length > MOST_CHARACTERS;
  } catch {
    return true;
  }
}

/** The texts of content blocks, limited in length. */
function textOf(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.flatMap((block) =>
    isRecord(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  return texts.join("\n").slice(0, MOST_TEXT).trim();
}
