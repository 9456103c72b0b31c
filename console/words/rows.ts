import type { Messages } from "../core/words.ts";

/** Texts of a question about a database change. */
export const rowsWords = {
  tried: {
    en: "Tried and rolled back; nothing has changed yet. Your yes covers exactly these rows.",
    zh: "已试运行并回滚，目前没有任何变动。你的同意只对这些行有效。",
  },
  touched: { en: "Rows touched", zh: "涉及的行" },
  table: { en: "Table", zh: "表" },
  inserted: { en: "Added", zh: "新增" },
  updated: { en: "Changed", zh: "修改" },
  deleted: { en: "Deleted", zh: "删除" },
  of: { en: "Rows now", zh: "现有行数" },
  cascade: {
    en: "Not named in the statement: a cascade or trigger does this",
    zh: "语句里没有写到：由级联或触发器引起",
  },
  everyRow: { en: "This touches every row of {table}.", zh: "这会涉及 {table} 的每一行。" },
  noCondition: { en: "No condition (WHERE) leaves any out.", zh: "没有条件（WHERE）排除任何行。" },
  noRows: { en: "This changes no rows.", zh: "这不会改动任何行。" },
  schema: { en: "Changed definitions", zh: "结构变动" },
  sample: { en: "First rows of {table}", zh: "{table} 的前几行" },
  state: { en: "State", zh: "状态" },
  before: { en: "before", zh: "修改前" },
  after: { en: "after", zh: "修改后" },
  gone: { en: "deleted", zh: "删除" },
  new: { en: "new", zh: "新增" },
  canUndo: { en: "You can undo this afterwards.", zh: "之后可以撤销。" },
  noUndo: { en: "This cannot be undone:", zh: "这无法撤销：" },
  asText: { en: "As text", zh: "文本形式" },
  locks: { en: "Locks: {locks}", zh: "锁：{locks}" },
} satisfies Messages;
