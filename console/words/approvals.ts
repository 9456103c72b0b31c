import type { Messages } from "../core/words.ts";

/** Texts of the approvals inbox. */
export const approvalsWords = {
  title: { en: "Approvals", zh: "审批" },
  lead: {
    en: "Calls waiting for your approval, from every client.",
    zh: "等待人来决定的调用，无论从哪里发起。",
  },
  show: { en: "Show", zh: "显示" },
  pending: { en: "Waiting", zh: "待处理" },
  past: { en: "Answered", zh: "已答复" },
  grants: { en: "Grants", zh: "授权" },
  "set-apart": { en: "Set apart", zh: "隔离" },
  marks: { en: "Marks", zh: "标记" },
  emptyTitle: { en: "Nothing is waiting for you", zh: "没有待处理的审批" },
  emptyBody: {
    en: "Risky calls appear here and wait for your answer. The policy decides which calls ask.",
    zh: "当某个调用有风险时，询问会自动出现在这里。哪些需要询问由策略决定。",
  },
  toPolicy: { en: "Look at the policy", zh: "查看策略" },
  pastEmpty: { en: "No question has been answered yet", zh: "还没有答复过任何询问" },
  pastEmptyBody: {
    en: "Past answers are listed here, with who answered and when.",
    zh: "答复会连同答复者和时间保存在这里。",
  },
  grantsEmpty: { en: "No grants", zh: "没有授权" },
  grantsEmptyBody: {
    en: "Choose a wider scope when you approve a call. Similar calls then run without asking until the grant ends.",
    zh: "批准调用时选择更大的范围，同类调用在授权结束前就无需再次询问。",
  },
  asked: { en: "asked", zh: "提出于" },
  by: { en: "{answer} by {who}, {when}", zh: "{who} 于{when}{answer}" },
  saying: { en: "“{reason}”", zh: "“{reason}”" },
  waited: { en: "waited {time}", zh: "等待了 {time}" },
  approve: { en: "approved", zh: "批准" },
  deny: { en: "denied", zh: "拒绝" },
  keys: {
    en: "j and k move, a approves, d denies, w denies with a reason",
    zh: "j/k 移动，a 批准，d 拒绝，w 拒绝并说明原因",
  },
  active: { en: "Active", zh: "有效" },
  used: { en: "Used up", zh: "已用完" },
  revoked: { en: "Revoked", zh: "已撤销" },
  expired: { en: "Expired", zh: "已过期" },
  uses: { en: "{uses} of {most} uses", zh: "已用 {uses}/{most} 次" },
  until: { en: "until {when}", zh: "至 {when}" },
  inRun: { en: "in one run only", zh: "仅限一次运行" },
  given: { en: "given by {who}", zh: "由 {who} 授予" },
  revoke: { en: "Revoke", zh: "撤销" },
  revokedNotice: { en: "Grant revoked. Calls like this ask again", zh: "授权已撤销：此类调用将再次询问" },
} satisfies Messages;
