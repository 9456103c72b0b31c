import { expect, test } from "vitest";
import { laterIntent } from "./later-intent.ts";

test.each([
  [
    "remember that I am allergic to peanuts",
    "add_memory",
    { content: "I am allergic to peanuts", type: "fact" },
  ],
  [
    "Please remember: the key hangs on hook A.",
    "add_memory",
    { content: "the key hangs on hook A", type: "fact" },
  ],
  [
    "Remember that I prefer short answers",
    "add_memory",
    { content: "I prefer short answers", type: "preference" },
  ],
  ["记住我对花生过敏", "add_memory", { content: "我对花生过敏", type: "fact" }],
  ["请记住：我喜欢喝茶。", "add_memory", { content: "我喜欢喝茶", type: "preference" }],
  ["what do you know about me?", "search_memory", {}],
  ["你知道我什么？", "search_memory", {}],
  ["你还记得关于我的哪些事？", "search_memory", {}],
  ["what do you remember about my dog?", "search_memory", { query: "my dog" }],
  ["你还记得我女儿的名字吗？", "search_memory", { query: "我女儿的名字" }],
  ["call me Ada", "update_user_profile", { key: "name", value: "Ada" }],
  ["我叫小雨", "update_user_profile", { key: "name", value: "小雨" }],
  ["who am I?", "get_user_profile", {}],
  ["what is scheduled?", "list_scheduled_tasks", {}],
  ["列出我的提醒", "list_scheduled_tasks", {}],
  [
    "remind me in 10 minutes to take a break",
    "schedule_task",
    { task: "take a break", kind: "reminder", in: "10 minutes" },
  ],
  ["remind me to call Bob in an hour", "schedule_task", { task: "call Bob", kind: "reminder", in: "1 hour" }],
  [
    "Remind me at 6:30 pm to feed the cat",
    "schedule_task",
    { task: "feed the cat", kind: "reminder", at: "18:30" },
  ],
  [
    "every day at 9 am tell me what time it is",
    "schedule_task",
    { task: "tell me what time it is", kind: "task", cron: "0 9 * * *" },
  ],
  [
    "every monday at 10 remind me to send the report",
    "schedule_task",
    { task: "send the report", kind: "reminder", cron: "0 10 * * 1" },
  ],
  [
    "every 2 hours remind me to drink water",
    "schedule_task",
    { task: "drink water", kind: "reminder", every: "2 hours" },
  ],
  ["10分钟后提醒我休息", "schedule_task", { task: "休息", kind: "reminder", in: "10 minutes" }],
  ["半小时后提醒我开会", "schedule_task", { task: "开会", kind: "reminder", in: "30 minutes" }],
  [
    "提醒我两个小时后给妈妈打电话",
    "schedule_task",
    { task: "给妈妈打电话", kind: "reminder", in: "2 hours" },
  ],
  ["每天早上9点查一下天气", "schedule_task", { task: "查一下天气", kind: "task", cron: "0 9 * * *" }],
  ["每天晚上十点半提醒我睡觉", "schedule_task", { task: "睡觉", kind: "reminder", cron: "30 22 * * *" }],
  ["每周一上午十点提醒我交周报", "schedule_task", { task: "交周报", kind: "reminder", cron: "0 10 * * 1" }],
  ["每隔30分钟提醒我喝水", "schedule_task", { task: "喝水", kind: "reminder", every: "30 minutes" }],
  ["下午三点一刻提醒我开会", "schedule_task", { task: "开会", kind: "reminder", at: "15:15" }],
])("laterWish(%j) calls %s", (message, tool, input) => {
  expect(laterIntent(message)).toEqual({ kind: "call", tool, input });
});

test.each([
  "what time is it",
  "list the files",
  "run `ls -la`",
  "东京现在几点了？",
  "README.md 里有什么内容",
  "look up the weather in Tokyo",
  "I remember that day",
])("laterWish(%j) leaves the message to others", (message) => {
  expect(laterIntent(message)).toBeUndefined();
});
