/** Messages at messengers, in both languages. */
export const MESSENGER_MESSAGES = {
  notAllowedHere: {
    en: "{person} is not among channels.{door}.allowed here, so nothing is done.",
    zh: "{person} 不在名单 channels.{door}.allowed 里，所以什么也不做。",
  },
  buttonYes: { en: "Approve", zh: "批准" },
  buttonNo: { en: "Deny", zh: "拒绝" },
  cardApproved: { en: "✓ Approved by {person}, {time}", zh: "✓ {person} 已批准，{time}" },
  cardDenied: { en: "✗ Denied by {person}, {time}", zh: "✗ {person} 已拒绝，{time}" },
  cardExpired: { en: "Not answered in time, not run. {time}", zh: "没有及时得到答复，没有执行。{time}" },
  cardWithdrawn: { en: "Stopped, not run. {time}", zh: "已停止，没有执行。{time}" },
  filesLeftOut: {
    en: "Left out {count} of the files: {names}. A message can bring up to {most} files, {each} MB each and {total} MB together. Send the others in another message.",
    zh: "有 {count} 个文件没有接收：{names}。一条消息最多带 {most} 个文件，每个不超过 {each} MB，合计不超过 {total} MB。其余的请另发一条消息。",
  },
} as const;
