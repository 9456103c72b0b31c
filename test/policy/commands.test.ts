import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalCommands } from "../../src/policy/canonical-command.ts";
import { judge } from "../../src/policy/judge.ts";
import { globalLayer } from "../../src/policy/rule-layers.ts";
import { DENY_RULES, madeDenied, madeHonest } from "./made-commands.ts";

const tool = { name: "shell", aliases: ["bash"], risk: "medium" as const, source: "builtin" as const };
const layerOf = (safe: readonly string[], deny: readonly string[] = DENY_RULES) =>
  globalLayer({ safe, confirm: [], deny }, { base: "/w", lineOf: () => undefined });
const verdictOf = (line: string, layer = layerOf(["shell(*)"])) =>
  judge({ tool, effects: canonicalCommands(line) }, [layer]).verdict;

test("no spelling of a denied command, behind any wrappers, is allowed by a wide rule (10,000 made lines)", () => {
  const layers = [
    ["shell(*)"],
    ["shell"],
    ["command.run(**)"],
    ["sh*"],
    ["*"],
    ["shell(git *)", "shell(*)"],
  ].map((safe) => layerOf(safe));
  let at = 0;
  fc.assert(
    fc.property(madeDenied, (line) => {
      const verdict = verdictOf(line, layers[at++ % layers.length]);
      if (verdict === "allow") throw new Error(`allowed: ${line}`);
    }),
    { numRuns: 10_000, seed: 14 },
  );
});

test("everyday commands stay allowed by a wide rule beside rules that deny others (2,000 made lines)", () => {
  const layer = layerOf(["shell(*)"]);
  fc.assert(
    fc.property(madeHonest, (line) => {
      expect([line, verdictOf(line, layer)]).toEqual([line, "allow"]);
    }),
    { numRuns: 2_000, seed: 14 },
  );
});

test.each([
  "rm -rf x",
  "/bin/rm x",
  "/usr/bin/env rm x",
  "env -i A=1 rm x",
  "env -S 'rm x'",
  "/bin/busybox rm x",
  "ionice -c 3 rm x",
  "timeout -s KILL 5 rm x",
  "git -C . push",
  "git -c a.b=c push",
  "git --git-dir .git --work-tree=. push origin",
  "git -c alias.x='!rm x' x",
  "sudo -u root -- /bin/rm x",
  "find . -exec rm {} ;",
  "sh -c 'r\\m x'",
  `bash -c "sh -c 'rm x'"`,
  "$'rm' x",
  "{ rm x; }",
  "f() { rm x; }; f",
  "echo `rm x`",
  "cat <(rm x)",
  "sh <<EOF\nrm x\nEOF",
  "A=1 rm x",
  ">log rm x",
  "! rm x",
  "docker run -v /:/h alpine rm -rf /h",
  "kubectl exec -n web pod -- rm x",
  "npx rm x",
  "npm exec -- rm x",
  "rm\u00a0x",
  "r\u200bm x",
  "ｒｍ x",
  "RM x",
  "$(echo rm) x",
  "${x}rm x",
  "ls; ((rm x))",
  "ls && [[ a || rm x ]]",
  "jobs -x rm x",
  "git-push origin",
  "/usr/lib/git-core/git-push origin",
  "npm explore left-pad -- rm x",
])("a deny rule catches %j", (line) => {
  expect(verdictOf(line)).toBe("deny");
});

test.each(["npm publis", "npm pub --tag x", "yarn npm publish", "hg pus"])(
  "a command that is short for a denied one, or holds it as a subcommand, is asked about: %j",
  (line) => {
    const deny = ["shell(npm publish*)", "shell(hg push*)"];
    expect(verdictOf(line, layerOf(["shell(*)"], deny))).toBe("ask");
    const many = [...deny, ...[...Array(20).keys()].map((n) => `shell(tool${n} *)`)];
    expect(verdictOf(line, layerOf(["shell(*)"], many))).toBe("ask");
    expect(verdictOf("npm test", layerOf(["shell(*)"], many))).toBe("allow");
  },
);

test.each([
  "/bin/r? x",
  "python3 -c 'import shutil; shutil.rmtree(1)'",
  "echo x | sh",
  "node -e 1",
  "perl -e 1",
  "awk BEGIN{system(1)}",
  "sed 1e file",
  "ssh host ls",
  "vim -c q",
  "make --eval=x",
  "git -c core.pager=x log",
  "ls $HOME",
  "ls > out",
  "l\u00e8s x",
  "ls 'unterminated",
  "sed 's/.*/rm${IFS}x/e;s/a/b/g' file",
  "test -v 'a[$(rm${IFS}x)]'",
  "printf -v 'a[$(rm${IFS}x)]' y",
  "unset 'a[$(rm${IFS}x)]'",
  "compgen -W '$(rm${IFS}x)'",
  "echo code | python3 /proc/self/fd/0",
  "echo code | node ../dev/stdin",
  "cd /proc/self/fd && perl 0",
  `python3 -m timeit "__import__('os').abort()"`,
  "echo code | python3 -mcode",
  "python3 -i a.py",
  "tar cIf ./program a.tar b",
  "tar xf a.tar --to-comm=./program",
  "tar cf a.tar b --checkpoint-act=exec=./program",
  "sort --compress-prog=./program a",
  "split --filt=./program a",
  "rg --pre ./program x",
  "git grep -nO./program x",
  "git grep --open=./program x",
  "git clone -u ./program a b",
  "git clone -c core.sshCommand=./program a b",
  "git ls-remote --upload=./program .",
  "git rebase -x./program main",
  "git config alias.p push",
  "git config set core.pager ./program",
  "git for-each-repo --config=a.b push",
  "git hook run pre-commit",
  "set -a",
  "gcc -wrapper rm,x a.c",
  "cp /bin/rm ./other && ./other x",
  "ln -s ../usr/bin/curl other",
  "tcpdump -w a -z rm",
  "some-program --exec=rm x",
  "some-program '$(rm${IFS}x)'",
  "deno run data:text/javascript,x",
  "echo x | dc",
  "svn diff --diff-cmd rm a",
  "svn diff --diff-cmd=./x a",
  "rustup run stable rm x",
  "gem open -e rm x",
  "gem open --editor ./x y",
  "dvc run -n a rm x",
  "helm install a b --post-renderer rm",
  "helm install a b --post-renderer=./x",
  "hg --config hooks.update=./x up",
  "hg --config alias.x=!y x",
  "ag --pager ./x y",
  "ag --pag=./x y",
  "flatpak run --command=./x app",
  "flatpak run --command=rm app y",
  "brew bundle exec rm x",
  "gh cs ssh -c a",
  "gh codespace ssh",
  "gh extension exec rm x",
  "snap run --shell app",
  "docker run -i image",
  "kubectl exec -it pod",
  "adb shell",
  "poetry shell",
  "nix develop",
  "cargo watch --exec x",
  "some-program --pager ./x",
  "some-program --hook-script=./x",
  "some-program a bash",
  "kitty --hold rm x",
  "fzf --bind enter:become:rm",
  "fzf --bind enter:become:bash",
  "tcpdump -w a -zrm",
  "ansible all -mraw -arm",
  "gview -S a",
  "vimdiff a b",
  "ansible all -a rm",
  "ctest --test-command ./x",
  "echo 'system(1)' | irb",
  "echo '\\!ls' | psql db",
  "cat orders | sqlite3 db",
  "cat orders | sort | mysql -N shop",
  "cat orders | /usr/bin/ghci",
  "cat orders | tsx",
  "cat orders | tee log | mongosh",
  "git unknown-word",
  "git -C sub st",
  "git bulk -a x",
  "git config --rename-section user alias",
  "git config rename-section user alias",
  "git config --edit",
  "fc -s",
  "git cherry-pick --strategy=x/../../own/y HEAD",
  "git revert --strat x/../../own/y HEAD",
  "git rebase -s x/../../own/y main",
  "git rebase -sx/../../own/y main",
  "git archive --remote=ext::x HEAD",
  "git clone --templ=hooks a b",
  "git init --template hooks a",
  "cat orders | uv run python",
  "cat orders | npx --yes node -",
  "cat orders | docker compose exec -T db psql",
  "cat orders | bundle exec rails console",
  "cat orders | java /dev/stdin",
  "cat orders | ansible-playbook /proc/self/fd/0",
  "cat orders | sftp host",
  "cat orders | groff -U",
  "cat orders | bin/rails c",
  "patch -e",
  "gawk -Dx 1",
  "nroff -mU a",
  "mail -~ me",
  "npx perl -eexec+qw/x/",
  "some-program ruby -e exec+x",
  "raku -e run+qw/x/",
  `puppet apply -e 'exec{"\\x72m":}'`,
  `ls ${"a ".repeat(500)}`,
  "$(".repeat(400),
])("what cannot be known before it runs is asked about, whatever is allowed: %j", (line) => {
  for (const safe of [["shell(*)"], ["shell"], ["*"]])
    expect([safe, verdictOf(line, layerOf(safe))]).toEqual([safe, "ask"]);
});

test.each([
  "git subtree push --prefix a origin main",
  "git -C . subtree push origin",
  "git send-pack a.example:x main",
  "/usr/lib/git-core/git-send-pack x",
  "git lfs push origin main",
  "git http-push https://a.example/x main",
  "git svn dcommit",
  "unlink x",
  "/usr/bin/unlink x",
  "rmdir x",
  "find . -delete",
  "shred -u x",
  "truncate -s 0 x",
  "mv x /dev/null",
  "cp /dev/null x",
  "dd if=/dev/zero of=x",
  "rsync -a --delete empty/ x/",
  "tar cf a.tar x --remove-files",
  "git clean -fdx",
  "git rm -r x",
  "wget http://a.example/",
  "http a.example",
  "reboot",
  "systemctl poweroff",
  "loginctl reboot",
  "kexec -e",
  "GET http://a.example/",
  "rmtrash x",
])("what does the same as a denied program is asked about: %j", (line) => {
  for (const safe of [["shell(*)"], ["shell"], ["*"]])
    expect([safe, verdictOf(line, layerOf(safe))]).toEqual([safe, "ask"]);
  expect(verdictOf(line, layerOf(["shell"], []))).toBe("allow");
});

test("a rule about removing with flags asks about programs that have none", () => {
  expect(verdictOf("unlink x", layerOf(["shell(*)"], ["shell(rm -rf *)"]))).toBe("ask");
  expect(verdictOf("rm x", layerOf(["shell(*)"], ["shell(rm -rf *)"]))).toBe("allow");
});

test.each([
  "git cherry-pick --strategy=ort HEAD",
  "git rebase -s ours main",
  "git merge --strategy-option=theirs main",
  "git commit -s -m done",
  "cat a.tar | tar x -",
  "cat image | docker load",
  "cat notes | npx prettier --stdin-filepath a.ts",
  "cat notes | uv run python tool.py",
  "npm install node --save-exact",
])("a program with known words stays known: %j", (line) => expect(verdictOf(line)).toBe("allow"));

test.each(["psql -l", "sqlite3 a.db .tables", "sqlite3 a.db .tables | sort", "mysql -N shop && ls"])(
  "a shell of a database is obeyed as it is written, where nothing is piped into it: %j",
  (line) => expect(verdictOf(line)).toBe("allow"),
);

test("a bare rule allows what cannot be known where nothing is denied", () => {
  expect(verdictOf("ls $HOME | wc -l", layerOf(["shell"], []))).toBe("allow");
  expect(verdictOf("ls $HOME | wc -l", layerOf(["shell(*)"], []))).toBe("ask");
});

test("a rule for one command allows nothing that another shell reads as a second one", () => {
  const layer = layerOf(["shell(ls *)"], []);
  expect(verdictOf("ls -la", layer)).toBe("allow");
  for (const line of [
    "ls -la; ((id))",
    "ls -la && [[ a || id ]]",
    "ls a\n((id))",
    "for ((;id;)); do ls a; done",
  ])
    expect([line, verdictOf(line, layer)]).toEqual([line, "ask"]);
});

test.each([
  "curl -K orders",
  "curl -sKorders",
  "wget -i orders",
  "wget --input=orders",
  "wget --conf orders",
])("a rule for a program allows no orders that stand in a file: %j", (line) =>
  expect(verdictOf(line, layerOf(["shell(curl *)", "shell(wget *)"], []))).toBe("ask"),
);

test.each(["env -a", "git -a", "some-program -a b", "npx a=b", "{a, $("])(
  "judging takes no longer than the line is long: %j, again and again",
  (part) => {
    const before = process.cpuUsage().user;
    expect(verdictOf(`${part.split(" ")[0]} ${part.repeat(12_000)}`)).toBe("ask");
    verdictOf(part.replace(/ .*/, (words) => words.repeat(6_000)));
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(5_000);
  },
);
