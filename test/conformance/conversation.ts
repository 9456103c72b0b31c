import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";

/** A door for conversations, as one person uses it. */
export interface ConversationDoor extends AsyncDisposable {
  readonly workspace: string;
  /** How the door and the person are called in what is kept. */
  readonly kept: { readonly door: string; readonly user: string };
  /** Whether a question is answered before anything else can be said. */
  readonly modal?: boolean;
  /**
   * Sends a message and gives all that the person is shown, until the door waits for them again. Where a door cannot tell because
   * several messages come by themselves, it waits for `until` among them.
   */
  say(text: string, until?: string): Promise<string>;
}

export interface DoorOptions {
  /** Files of the workspace, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Who answers. Default: plain. */
  readonly persona?: string;
}

const files = {
  "hello.sh": "echo the harbour greets\n",
  "make.sh": "echo made > out.txt && echo finished\n",
};

/** What every door for conversations promises, with the offline model: the same to all, whatever the channel. */
export function conversationConformance(
  name: string,
  open: (options: DoorOptions) => Promise<ConversationDoor>,
): void {
  // In a terminal each takes seconds, more where the machine is busy.
  describe(`conversations at the door ${name}`, { timeout: 60_000 }, () => {
    let door: ConversationDoor;
    let home: Runtime;
    beforeEach(async () => {
      door = await open({ files });
      // Another process's look at the same home.
      home = createRuntime({ workspace: door.workspace, home: ".dejima" });
    }, 60_000);
    afterEach(async () => {
      await home.close();
      await door[Symbol.asyncDispose]();
    });
    const conversations = async () => home.store.conversations;
    const calls = async () => {
      const runs = await home.history.list({ limit: 20 });
      const logs = await Promise.all(runs.map(async ({ id }) => Array.fromAsync(home.history.read(id))));
      return logs.flat().flatMap((record) => (record.type === "call-end" ? [record] : []));
    };
    const ran = async () =>
      (await calls()).filter(({ tool, result }) => tool === "shell" && result.ok).length;

    test("a message is answered, and it is kept whose it is and where it was said", async () => {
      expect(await door.say("what time is it in Tokyo?")).toContain("Asia/Tokyo");
      const [held, ...others] = await (await conversations()).list({ limit: 9 });
      expect(others).toEqual([]);
      expect(held).toMatchObject({ ...door.kept, title: "what time is it in Tokyo?" });
      const [turn] = await (await conversations()).turns(held?.id ?? "", { limit: 9 });
      expect(turn).toMatchObject({ status: "done", answer: expect.stringContaining("Asia/Tokyo") });
      expect(await home.history.verify(turn?.runId ?? "")).toMatchObject({ ok: true });
      expect((await home.history.get(turn?.runId ?? "")).user ?? "local").toBe(door.kept.user);
    });

    test("what is said next belongs to the same conversation", async () => {
      await door.say("what time is it in Tokyo?");
      expect(await door.say("what time is it in London?")).toContain("Europe/London");
      const [held] = await (await conversations()).list({ limit: 9 });
      const turns = await (await conversations()).turns(held?.id ?? "", { limit: 9 });
      expect(turns.map(({ message }) => message)).toEqual([
        "what time is it in Tokyo?",
        "what time is it in London?",
      ]);
    });

    test("a call that needs leave is asked about in full, and runs once after a yes", async () => {
      const question = await door.say("run hello.sh");
      expect(question).toContain("hello.sh");
      expect(question).toMatch(/shell/);
      expect(await ran()).toBe(0);
      expect(await door.say("yes")).toContain("the harbour greets");
      expect(await ran()).toBe(1);
    });

    test.each(["I know", "yes please do it", "不确认"])("%s is no answer: nothing runs", async (reply) => {
      await door.say("run hello.sh");
      await door.say(reply);
      expect(await ran()).toBe(0);
      await door.say("no");
      expect(await ran()).toBe(0);
    });

    test("a yes to what was said after a question runs nothing; with the id of the question it does", async () => {
      if (door.modal === true) return;
      await door.say("run hello.sh");
      expect(await door.say("what time is it in Tokyo?", "Asia/Tokyo")).toContain("Asia/Tokyo");
      const [question] = await home.approvals.list({ status: "pending" });
      expect(await door.say("yes")).toContain(question?.id);
      expect(await ran()).toBe(0);
      expect(await home.approvals.list({ status: "pending" })).toHaveLength(1);
      expect(await door.say(`yes ${question?.id}`)).toContain("the harbour greets");
      expect(await ran()).toBe(1);
    });

    test("what is off is offered with the call's own question, turned on by a yes, and asked about from then on", async () => {
      const path = join(door.workspace, "notes.txt");
      const question = await door.say('write "hello" to notes.txt');
      expect(question).toContain("Writing files is off in this folder. Turn it on?");
      expect(existsSync(path)).toBe(false);
      await door.say("yes");
      // At some doors the call goes on after the answer is taken.
      await expect.poll(() => existsSync(path), { timeout: 30_000 }).toBe(true);
      expect(await readFile(path, "utf8")).toContain("hello");
      const again = await door.say('write "again" to notes.txt');
      expect(again).toContain("notes.txt");
      expect(again).not.toContain("is off in this folder");
      await door.say("no");
      expect(await readFile(path, "utf8")).not.toContain("again");
    });

    test("a no is a no, and the conversation goes on", async () => {
      await door.say("run hello.sh");
      await door.say("no");
      const failures = (await calls()).flatMap(({ result }) => result.error?.code ?? []);
      expect(failures).toEqual(["approval_denied"]);
      expect(await door.say("what time is it in Tokyo?")).toContain("Asia/Tokyo");
    });

    test("a script that nobody named is asked for, and its name alone runs it", async () => {
      expect(await door.say("帮我运行这个脚本")).toContain("要运行哪个脚本？");
      expect(await door.say("hello.sh")).toMatch(/hello\.sh[\s\S]*确认/);
      expect(await ran()).toBe(0);
      expect(await door.say("确认")).toContain("the harbour greets");
      expect(await ran()).toBe(1);
    });

    test("a script that changes files is asked about once, with what it may change", async () => {
      expect(await door.say("run make.sh")).toMatch(/writes|change or delete files/);
      expect(await door.say("yes")).toContain("finished");
      expect(await readFile(join(door.workspace, "out.txt"), "utf8")).toBe("made\n");
      expect(await home.approvals.list({})).toHaveLength(1);
    });

    test("the persona's words stand around a question, whose facts stay exact and say what is lost", async () => {
      await using kurisu = await open({ files, persona: "kurisu" });
      const question = await kurisu.say("运行 make.sh");
      expect(question).toContain("你确定？先看清楚。");
      expect(question).toContain("可能修改或删除 ./ 下的文件，改动可以撤销");
      expect(question).toContain("sh make.sh");
      const done = await kurisu.say("确认", "好，执行了。");
      expect(done).toMatch(/好，执行了。[\s\S]*finished/);
      expect(await kurisu.say("运行 hello.sh")).toContain("改不了你的文件");
      expect(await kurisu.say("取消", "好吧，取消了。")).toContain("好吧，取消了。");
    });

    test("it speaks Chinese where it is spoken to in Chinese, and English from the next English message on", async () => {
      expect(await door.say("运行 hello.sh")).toMatch(/确认/);
      expect(await door.say("确认")).toContain("the harbour greets");
      expect(await ran()).toBe(1);
      expect(await door.say("what time is it in Tokyo?")).toMatch(/It is \d\d:\d\d on /);
    });
  });
}
