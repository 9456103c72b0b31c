import type { EffectKind } from "../../contract/effect.ts";
import { proseOf } from "../persona/prose.ts";
import type { Receipt } from "../workflow/state.ts";

interface ClaimKind {
  readonly pattern: RegExp;
  /** One of these in a call that succeeded is a receipt for it. */
  readonly effects: readonly EffectKind[];
  /** Or a success of one of these tools. */
  readonly tools: RegExp;
}

const CLAIMS: readonly ClaimKind[] = [
  {
    pattern:
      /\b(?:I(?:'ve| have)?(?: now| just| successfully)?|has been|have been|was|were|is now|are now)\s+(?:now |just |successfully )?(?:written|wrote|saved|created|updated|edited|appended|overwrote|overwritten|renamed|moved)\b|\b(?:file|folder|document|script) (?:created|saved|written|updated)\b|(?:已经?|成功|帮你)(?:成功)?(?:写入|写好|保存|创建|新建|更新|修改|改好|重命名|移动)|(?:写入|保存|创建|修改|更新|移动|重命名)(?:成功|完成|好)?了/gi,
    effects: ["file.write", "file.delete"],
    tools:
      /write|edit|create|save|update|move|rename|install|draft|memory|schedule|task|profile|shell|script/,
  },
  {
    pattern:
      /\b(?:I(?:'ve| have)?(?: now| just)?|has been|have been|was|were)\s+(?:now |just |successfully )?(?:deleted|removed|erased)\b|(?:已经?|成功|帮你)(?:删除|删掉|清除|移除)|(?:删除|清除|移除)(?:成功|完成)?了/gi,
    effects: ["file.delete"],
    tools: /delete|remove|uninstall|shell|script/,
  },
  {
    pattern:
      /\b(?:I(?:'ve| have)?(?: now| just)?|has been|have been|was|were)\s+(?:now |just |successfully )?(?:sent|emailed|posted|delivered|published)\b|(?:已经?|成功|帮你)(?:发送|发出|寄出|发布|提交)|(?:发送|发布)(?:成功|完成)?了/gi,
    effects: ["message.send", "host.send"],
    tools: /send|post|deliver|publish|message|mail|http_request|shell|script/,
  },
  {
    pattern:
      /\b(?:I(?:'ve| have)?(?: now| just)?|has been|have been|was|were)\s+(?:now |just |successfully )?(?:ran|run|executed|installed|started|launched)\b|\bit ran\b|(?:已经?|成功|帮你)(?:运行|执行|安装|启动)|(?:运行|执行|安装)(?:成功|完成|完|好)?了/gi,
    effects: ["command.run"],
    tools: /shell|script|run|exec|install|code/,
  },
];

const DENIED =
  /\b(?:not|n't|never|cannot|could not|unable|failed|without|if|would|will|should|once|after|before)\b|没|未|不|无法|失败|如果|之后|将|会|要/i;

/** What an answer says was done although no call of this run shows it. Code, quotations and denials are no claims. */
export function unsupportedClaims(answer: string, receipts: readonly Receipt[]): string[] {
  const prose = proseOf(answer);
  return CLAIMS.flatMap((kind) => {
    if (receipts.some((receipt) => supports(receipt, kind))) return [];
    return [...prose.matchAll(kind.pattern)]
      .map((found) => clauseAround(prose, found.index))
      .filter((clause) => !DENIED.test(clause));
  });
}

function supports({ ok, effects, tool }: Receipt, kind: ClaimKind): boolean {
  return ok && (effects.some((effect) => kind.effects.includes(effect)) || kind.tools.test(tool));
}

function clauseAround(text: string, index: number): string {
  const start =
    Math.max(
      ...[".", "!", "?", "\n", "。", "！", "？", "，", ",", ";", "；"].map((mark) =>
        text.lastIndexOf(mark, index - 1),
      ),
    ) + 1;
  const rest = text.slice(index).search(/[.!?\n。！？，,;；](?:\s|$)|[\n。！？，；]/);
  return text.slice(start, rest === -1 ? undefined : index + rest).trim();
}
