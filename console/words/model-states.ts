import { MODEL_PROBLEM_WORDS } from "../../src/text/model-problem-words.ts";
import type { Messages } from "../core/words.ts";

/** Texts about why a model cannot answer, and who chose the one in use, by the server's names. */
export const modelStateWords = {
  "by-caller": { en: "given at the start", zh: "启动时指定" },
  "by-home": { en: "chosen here", zh: "在这里选择" },
  "by-config": { en: "set in dejima.yaml", zh: "在 dejima.yaml 中设定" },
  "by-user": { en: "your last choice", zh: "你上次的选择" },
  "by-environment": { en: "found in the environment", zh: "来自环境变量" },
  "by-default": { en: "no model is connected", zh: "还没有连接模型" },
  ...MODEL_PROBLEM_WORDS,
} satisfies Messages;
