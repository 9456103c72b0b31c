import type { ErrorCode } from "../../src/contract/error.ts";
import type { Message } from "../core/words.ts";

/** What went wrong, by the server's closed list of codes, and by what this page finds itself. */
export const errorWords: Readonly<Record<ErrorCode | "unreachable", Message>> = {
  unreachable: { en: "The server cannot be reached", zh: "无法连接服务器" },
  tool_not_found: { en: "Tool not found", zh: "没有这个工具" },
  invalid_input: { en: "Invalid input", zh: "输入无效" },
  not_found: { en: "Not found", zh: "找不到" },
  unauthenticated: { en: "The server needs a token", zh: "服务器需要令牌" },
  forbidden: { en: "Your role does not permit this", zh: "没有权限" },
  tool_not_allowed: { en: "This is not allowed", zh: "不允许这样做" },
  approval_required: { en: "A person has to agree first", zh: "需要先经人批准" },
  approval_denied: { en: "A person said no", zh: "已被人拒绝" },
  approval_expired: { en: "Nobody answered in time", zh: "批准请求已过期" },
  path_blocked: { en: "This path is out of reach", zh: "路径不可访问" },
  host_blocked: { en: "This address is out of reach", zh: "主机不可访问" },
  too_large: { en: "It is too large", zh: "内容过大" },
  timeout: { en: "It took too long", zh: "超时" },
  cancelled: { en: "It was stopped", zh: "已取消" },
  exit_nonzero: { en: "The program ended with an error", zh: "程序异常退出" },
  spawn_failed: { en: "The program could not be started", zh: "无法启动程序" },
  output_truncated: { en: "The output was cut off", zh: "输出被截断" },
  io_error: { en: "Reading or writing failed", zh: "读写失败" },
  server_unavailable: { en: "A service cannot be reached now", zh: "服务暂时不可用" },
  skill_not_found: { en: "Skill not found", zh: "没有这个技能" },
  skill_exists: { en: "A skill of this name already exists", zh: "技能已存在" },
  skill_invalid: { en: "The skill cannot be used as it is", zh: "技能无效" },
  conflict: { en: "It does not fit the present state", zh: "与当前状态冲突" },
  limit_exceeded: { en: "There is too much at once", zh: "超出限制" },
  internal: { en: "Something went wrong inside", zh: "内部错误" },
};
