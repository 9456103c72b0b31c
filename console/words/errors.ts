import type { ErrorCode } from "../../src/contract/error.ts";
import type { Message } from "../core/words.ts";

/** Texts of errors, by the server's codes, and of those this page finds itself. */
export const errorWords: Readonly<Record<ErrorCode | "unreachable", Message>> = {
  unreachable: { en: "The server cannot be reached", zh: "无法连接服务器" },
  tool_not_found: { en: "Tool not found", zh: "没有这个工具" },
  invalid_input: { en: "Invalid input", zh: "输入无效" },
  not_found: { en: "Not found", zh: "找不到" },
  unauthenticated: { en: "A token is needed", zh: "服务器需要令牌" },
  forbidden: { en: "Your role does not allow this", zh: "没有权限" },
  tool_not_allowed: { en: "This is not allowed", zh: "不允许这样做" },
  approval_required: { en: "Approval needed", zh: "需要先经人批准" },
  approval_denied: { en: "Denied", zh: "已被人拒绝" },
  approval_expired: { en: "Nobody answered in time", zh: "批准请求已过期" },
  path_blocked: { en: "This path cannot be accessed", zh: "路径不可访问" },
  host_blocked: { en: "This address cannot be reached", zh: "主机不可访问" },
  too_large: { en: "Too large", zh: "内容过大" },
  timeout: { en: "Timed out", zh: "超时" },
  cancelled: { en: "Stopped", zh: "已取消" },
  exit_nonzero: { en: "The program failed", zh: "程序异常退出" },
  spawn_failed: { en: "The program could not be started", zh: "无法启动程序" },
  output_truncated: { en: "The output was cut off", zh: "输出被截断" },
  io_error: { en: "Reading or writing failed", zh: "读写失败" },
  server_unavailable: { en: "The service is not available", zh: "服务暂时不可用" },
  skill_not_found: { en: "Skill not found", zh: "没有这个技能" },
  skill_exists: { en: "The skill already exists", zh: "技能已存在" },
  skill_invalid: { en: "The skill is not valid", zh: "技能无效" },
  conflict: { en: "Conflict with the current state", zh: "与当前状态冲突" },
  limit_exceeded: { en: "Limit reached", zh: "超出限制" },
  internal: { en: "Internal error", zh: "内部错误" },
};
