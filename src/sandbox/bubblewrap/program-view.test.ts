import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createProgramView } from "./program-view.ts";

test("createProgramView().only() covers every program folder and binds the granted programs by their real paths", () => {
  const view = createProgramView("/empty");
  const words = view.only(["sh", "/usr/bin/env", "no-such-program"]).join(" ");
  expect(words).toContain("--tmpfs /usr/bin");
  expect(words).toContain("--remount-ro /usr/bin");
  expect(words).toContain("--ro-bind /usr/bin/env /usr/bin/env");
  expect(words).not.toContain("no-such-program");
});

test.runIf(existsSync("/usr/lib/git-core"))(
  "createProgramView().only() leaves helpers to the program they are named after",
  () => {
    const view = createProgramView("/empty");
    const isHidden = (...programs: string[]) => {
      const words = view.only(programs).join(" ");
      const isRebuilt =
        words.includes("--tmpfs /usr/lib ") && !words.includes("--ro-bind /usr/lib/git-core ");
      return isRebuilt || words.includes("--ro-bind /empty /usr/lib/git-core");
    };
    expect([isHidden("sh"), isHidden("git"), isHidden("gi")]).toEqual([true, false, true]);
  },
);
