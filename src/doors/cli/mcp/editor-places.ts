import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { type ClientPlace, systemOf } from "./client-places.ts";
import { withDejima, withoutDejima } from "./edit-client-config.ts";

const everywhere = (file: string) => ({ linux: file, darwin: file, win32: file });

/** Where editors store the agents that they start. */
const PLACES = {
  zed: {
    title: "Zed",
    user: { ...everywhere(".config/zed/settings.json"), win32: "AppData/Roaming/Zed/settings.json" },
    format: "json",
    key: "agent_servers",
    entry: ({ program, args }) => ({ type: "custom", command: program, args, env: {} }),
  },
  jetbrains: {
    title: "JetBrains",
    user: everywhere(".jetbrains/acp.json"),
    format: "json",
    key: "agent_servers",
    entry: ({ program, args }) => ({ command: program, args, env: {} }),
  },
} as const satisfies Readonly<Record<string, ClientPlace>>;

/** A Neovim file of our own: plugins are set up in code, which only its author can change safely. */
const NEOVIM = {
  title: "Neovim",
  user: { ...everywhere(".config/nvim/lua/dejima_acp.lua"), win32: "AppData/Local/nvim/lua/dejima_acp.lua" },
};

/** The editors that Dejima can be installed in as an agent. */
export const EDITORS = ["zed", "jetbrains", "neovim"] as const;

type EditorName = (typeof EDITORS)[number];

interface EditorConfig {
  readonly title: string;
  readonly file: string;
  /** What the person still has to do. */
  readonly next?: string;
  install(text: string, command: readonly string[]): string;
  uninstall(text: string): string;
}

/** How Dejima is added to an editor's config. */
export function editorConfig(
  editor: EditorName,
  { home, platform }: { readonly home: string; readonly platform: NodeJS.Platform },
): EditorConfig {
  const file = (user: ClientPlace["user"]) => join(home, user[systemOf(platform)]);
  if (editor !== "neovim") {
    const place: ClientPlace = PLACES[editor];
    return {
      title: place.title,
      file: file(place.user),
      install: (text, command) => withDejima(text, place, command),
      uninstall: (text) => withoutDejima(text, place),
    };
  }
  return {
    title: NEOVIM.title,
    file: file(NEOVIM.user),
    next: 'In the setup of your plugin: avante `acp_providers = { dejima = require("dejima_acp").avante }`, CodeCompanion `adapters = { acp = { dejima = require("dejima_acp").codecompanion } }`',
    install: (text, command) => ownModule(text) ?? neovimModule(command),
    uninstall: (text) => ownModule(text) ?? "",
  };
}

const HEADER = "-- Written by `dejima acp install neovim`; `dejima acp uninstall neovim` removes it.\n";

/** Refuses to overwrite a file of the same name that Dejima did not write. */
function ownModule(text: string): undefined {
  if (text === "" || text.startsWith(HEADER)) return undefined;
  throw new DejimaError(
    "conflict",
    "Cannot change dejima_acp.lua: a file of that name exists that is not Dejima's",
  );
}

function neovimModule([program = "", ...args]: readonly string[]): string {
  const words = (list: readonly string[]) => `{ ${list.map(luaText).join(", ")} }`;
  return `${HEADER}return {
  avante = { command = ${luaText(program)}, args = ${words(args)} },
  codecompanion = function()
    return require("codecompanion.adapters").extend("opencode", {
      name = "dejima",
      formatted_name = "Dejima",
      commands = { default = ${words([program, ...args])} },
    })
  end,
}
`;
}

/** A text as a Lua string literal. */
function luaText(text: string): string {
  const escaped = text.replaceAll(/[\\"\n\r\0]/g, (character) =>
    character === "\\" || character === '"'
      ? `\\${character}`
      : `\\${String(character.charCodeAt(0)).padStart(3, "0")}`,
  );
  return `"${escaped}"`;
}
