import type { Messages } from "../core/words.ts";

/** What the page of settings says. */
export const settingsWords = {
  title: { en: "Settings", zh: "设置" },
  lead: {
    en: "Appearance, access, model, and the active config.",
    zh: "本浏览器如何显示控制台、你在这里的身份，以及当前生效的配置。",
  },
  appearance: { en: "Appearance", zh: "外观" },
  theme: { en: "Theme", zh: "主题" },
  system: { en: "System", zh: "跟随系统" },
  light: { en: "Light", zh: "浅色" },
  dark: { en: "Dark", zh: "深色" },
  language: { en: "Language", zh: "语言" },
  shortcuts: { en: "Single-key shortcuts", zh: "单键快捷键" },
  shortcutsHint: {
    en: "Turn them off if a speech tool types keys by itself. Ctrl+K always works.",
    zh: "如果语音工具会自动输入按键，请关闭。Ctrl+K 始终有效。",
  },
  interfaces: { en: "Interfaces of MCP servers", zh: "MCP 服务器的界面" },
  interfacesHint: {
    en: "Shown in conversations, in a closed frame. Every call they make passes the gate.",
    zh: "显示在对话里的封闭框架中；它们发起的每次调用都要过关。",
  },
  access: { en: "Access", zh: "访问" },
  you: { en: "You are", zh: "你是" },
  role: { en: "Role", zh: "角色" },
  server: { en: "Server", zh: "服务器" },
  token: { en: "Token", zh: "令牌" },
  signOut: { en: "Sign out", zh: "退出登录" },
  tokenHint: {
    en: "Needed where the server does not run on this machine. `dejima token create NAME --role ROLE` makes one.",
    zh: "服务器不在本机时需要。用 `dejima token create NAME --role ROLE` 创建。",
  },
  remember: { en: "Remember it in this browser", zh: "在本浏览器中记住" },
  useToken: { en: "Use this token", zh: "使用此令牌" },
  forget: { en: "Forget the token", zh: "忘记令牌" },
  tokenUsed: { en: "The token works: you are {name} ({role})", zh: "令牌有效：你是 {name}（{role}）" },
  model: { en: "Model", zh: "模型" },
  config: { en: "Config", zh: "配置" },
  configLead: {
    en: "The active settings with their defaults; secrets are hidden. `dejima config set KEY VALUE` changes one.",
    zh: "当前生效的配置（含默认值），不含机密。用 `dejima config set KEY VALUE` 修改。",
  },
  configSearch: { en: "Search the settings", zh: "搜索配置项" },
  configNothing: { en: "No setting has this name.", zh: "没有这样的配置项。" },
  configJson: { en: "As JSON", zh: "JSON 形式" },
  api: { en: "API", zh: "API" },
  apiLead: { en: "Everything here is also available over HTTP:", zh: "这里的一切都可以由程序完成：" },
  notifications: { en: "Browser notifications", zh: "浏览器通知" },
  allowNotifications: { en: "Allow notifications", zh: "允许通知" },
  notified: { en: "Allowed", zh: "已允许" },
  notNotified: { en: "Not allowed by this browser", zh: "浏览器未允许" },
  notificationsHint: {
    en: "Reminders, results of planned tasks and questions, while this page is in the background.",
    zh: "本页在后台时，提醒、计划任务的结果和待回答的问题会通知你。",
  },
  pushClosed: { en: "Notify me when this page is closed", zh: "页面关闭后也通知我" },
  pushHint: {
    en: "The server sends them through the push service of your browser, encrypted: only this browser can read them.",
    zh: "服务器通过浏览器的推送服务发送，内容已加密：只有本浏览器能读到。",
  },
  pushTest: { en: "Send a test", zh: "发送测试通知" },
  pushTested: {
    en: "Sent. It appears as a notification of your browser.",
    zh: "已发送，会作为浏览器通知出现。",
  },
  pushNotTested: { en: "Couldn't reach this browser", zh: "无法通知本浏览器" },
  pushBlocked: {
    en: "Notifications of this page are blocked. Allow them in your browser's settings for this address, then try again.",
    zh: "本页的通知被屏蔽了。请在浏览器的网站设置里允许通知，然后再试。",
  },
  pushNoService: {
    en: "Your browser cannot reach its push service. Check the network of this machine, or use another browser.",
    zh: "浏览器连不上它的推送服务。请检查本机网络，或换一个浏览器。",
  },
  pushCannot: {
    en: "Notifications for a closed page need a browser with push and a server that is reached over https.",
    zh: "页面关闭后的通知需要支持推送的浏览器，并且通过 https 访问服务器。",
  },
} satisfies Messages;
