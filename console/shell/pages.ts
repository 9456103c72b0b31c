import type { ComponentType } from "preact";
import type { IconName } from "../parts/icon.tsx";
import type { shellWords } from "../words/shell.ts";

/** A page of the console. Rarely used pages are loaded on demand. */
export interface Page {
  readonly name: keyof typeof shellWords & IconName;
  load(): Promise<ComponentType>;
}

interface ListedPage extends Page {
  /** The key that follows `g` to go there. */
  readonly key: string;
}

/** The pages in the order of the menu, in groups. */
export const PAGES: readonly (readonly ListedPage[])[] = [
  [
    { name: "chat", key: "c", load: async () => (await import("../pages/chat/chat-page.tsx")).ChatPage },
    {
      name: "approvals",
      key: "a",
      load: async () => (await import("../pages/approvals/approvals-page.tsx")).ApprovalsPage,
    },
    { name: "runs", key: "r", load: async () => (await import("../pages/runs/runs-page.tsx")).RunsPage },
  ],
  [
    { name: "tools", key: "t", load: async () => (await import("../pages/tools/tools-page.tsx")).ToolsPage },
    {
      name: "skills",
      key: "k",
      load: async () => (await import("../pages/skills/skills-page.tsx")).SkillsPage,
    },
    { name: "mcp", key: "m", load: async () => (await import("../pages/mcp/mcp-page.tsx")).McpPage },
    {
      name: "secrets",
      key: "v",
      load: async () => (await import("../pages/secrets/secrets-page.tsx")).SecretsPage,
    },
    {
      name: "databases",
      key: "q",
      load: async () => (await import("../pages/databases/databases-page.tsx")).DatabasesPage,
    },
    {
      name: "messengers",
      key: "w",
      load: async () => (await import("../pages/messengers/messengers-page.tsx")).MessengersPage,
    },
    {
      name: "policy",
      key: "p",
      load: async () => (await import("../pages/policy/policy-page.tsx")).PolicyPage,
    },
  ],
  [
    {
      name: "memory",
      key: "e",
      load: async () => (await import("../pages/memory/memory-page.tsx")).MemoryPage,
    },
    {
      name: "schedules",
      key: "d",
      load: async () => (await import("../pages/schedules/schedules-page.tsx")).SchedulesPage,
    },
    {
      name: "profile",
      key: "o",
      load: async () => (await import("../pages/profile/profile-page.tsx")).ProfilePage,
    },
  ],
  [
    {
      name: "insights",
      key: "i",
      load: async () => (await import("../pages/insights/insights-page.tsx")).InsightsPage,
    },
    { name: "costs", key: "b", load: async () => (await import("../pages/costs/costs-page.tsx")).CostsPage },
    {
      name: "settings",
      key: "s",
      load: async () => (await import("../pages/settings/settings-page.tsx")).SettingsPage,
    },
  ],
];

/** Pages reached only by a link. */
const UNLISTED: readonly Page[] = [
  {
    name: "connect",
    load: async () => (await import("../pages/connect/connect-page.tsx")).ConnectPage,
  },
];

/** The page of a name. */
export function findPage(name: string): Page | undefined {
  return [...PAGES.flat(), ...UNLISTED].find((page) => page.name === name);
}
