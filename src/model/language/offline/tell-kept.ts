type KeptFields = Readonly<Record<string, unknown>>;

/** Says what was remembered, planned or told of the user, in the language of the question. */
export function tellKept(tool: string, data: KeptFields, zh: boolean): string {
  switch (tool) {
    case "add_memory":
      return zh ? `记住了：${data.content}` : `I will remember: ${data.content}`;
    case "search_memory":
      return list(data.memories, ({ content }) => String(content), {
        head: zh ? "我记得：" : "I remember:",
        none: zh ? "我不记得有关的事。" : "I remember nothing about that.",
      });
    case "forget_memory":
      return zh ? "已经忘掉了。" : "Erased.";
    case "cancel_scheduled_task":
      return zh ? `已取消：${data.title ?? data.id}` : `Cancelled: ${data.title ?? data.id}`;
    case "schedule_task":
      return zh
        ? `已安排：${data.title}（下一次 ${data.next}，编号 ${data.id}）`
        : `Planned: ${data.title} (next at ${data.next}, ${data.id})`;
    case "list_scheduled_tasks":
      return list(data.tasks, ({ id, title, when, status }) => `${id} ${status}: ${title} (${when})`, {
        head: zh ? "已安排：" : "Planned:",
        none: zh ? "没有安排任何事。" : "Nothing is planned.",
      });
    default:
      return profile(data.profile, zh);
  }
}

function profile(known: unknown, zh: boolean): string {
  const lines = Object.entries(typeof known === "object" && known !== null ? known : {});
  if (lines.length === 0) return zh ? "我还不了解你。" : "You have told me nothing of yourself yet.";
  return [zh ? "我知道：" : "I know:", ...lines.map(([key, value]) => `- ${key}: ${value}`)].join("\n");
}

function list(
  items: unknown,
  show: (item: KeptFields) => string,
  { head, none }: { readonly head: string; readonly none: string },
): string {
  const found = Array.isArray(items) ? items : [];
  return found.length === 0 ? none : [head, ...found.map((item) => `- ${show(item)}`)].join("\n");
}
