import type { Messages } from "../core/words.ts";

/** Texts of an opened call, which most visits do not need. */
export const callDetailWords = {
  input: { en: "Input", zh: "输入" },
  liveOutput: { en: "Live output", zh: "实时输出" },
  why: { en: "Verdict", zh: "判定" },
  spent: { en: "Cost {cost}", zh: "花费 {cost}" },
  spentAtMost: {
    en: "Price unknown; counted as the most that a call costs, {cost}",
    zh: "价格未知；按一次调用的最高价 {cost} 计算",
  },
  spentUnknown: { en: "Price unknown", zh: "价格未知" },
  undone: { en: "Undone: {paths}", zh: "已撤销：{paths}" },
  approvedBy: { en: "Approved by {by}", zh: "由 {by} 批准" },
  deniedBy: { en: "Denied by {by}", zh: "由 {by} 拒绝" },
  notAnswered: { en: "Nobody answered in time; nothing was run", zh: "没有人及时答复，没有执行" },
  questionWithdrawn: {
    en: "Stopped before anybody answered; nothing was run",
    zh: "答复之前已停止，没有执行",
  },
  coveredBy: { en: "Covered by grant {grant}", zh: "由授权 {grant} 覆盖" },
  layerGlobal: { en: "config", zh: "配置" },
  layerProvenance: { en: "where content came from", zh: "内容来源" },
  layerSkill: { en: "skill {name}", zh: "技能 {name}" },
  ruleDefault: { en: "default for risk {risk}", zh: "默认规则（风险 {risk}）" },
  ruleDefaultFor: { en: "default for {kind} at risk {risk}", zh: "默认规则（{kind}，风险 {risk}）" },
  noEffects: { en: "declares no effects", zh: "未声明任何影响" },
} satisfies Messages;
