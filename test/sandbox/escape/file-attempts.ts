import { lstat, readFile } from "node:fs/promises";
import { type Attempt, node, sh } from "./attempt.ts";
import { SECRET, type World } from "./world.ts";

const secretChanged = async ({ secret }: World) => {
  const info = await lstat(secret).catch(() => undefined);
  if (info === undefined) return "the file outside is gone";
  if (info.nlink > 1) return "the file outside has a second name";
  return (await readFile(secret, "utf8")) === SECRET ? undefined : "the file outside was changed";
};

/** Reading and writing what was not granted, straight and around corners. */
export const FILE_ATTEMPTS: readonly Attempt[] = [
  { name: "read /etc/shadow", permitted: sh`cat /etc/passwd`, forbidden: sh`cat /etc/shadow` },
  { name: "read a key in the home", permitted: sh`cat "$WORKSPACE/own"`, forbidden: sh`cat "$HOME_SECRET"` },
  {
    name: "list the home of root",
    permitted: sh`ls "$WORKSPACE" | grep own`,
    forbidden: sh`ls -A /root | grep .`,
  },
  {
    name: "read another run's workspace",
    permitted: sh`cat "$READ_ONLY/data"`,
    forbidden: sh`cat "$OTHER_RUN"`,
  },
  {
    name: "list what lies beside the workspace",
    permitted: sh`ls "$WORKSPACE/.."`,
    forbidden: sh`ls "$WORKSPACE/../.." | grep -e secret -e dejima.db`,
  },
  { name: "read the database", permitted: sh`cp own copy && cat copy`, forbidden: sh`cat "$DATABASE"` },
  {
    name: "read by climbing out of the workspace",
    permitted: sh`cat "../$(basename "$PWD")/own"`,
    forbidden: sh`cat "../../secret"`,
  },
  {
    name: "read through the root of the first process",
    permitted: sh`cat /proc/self/root/etc/passwd`,
    forbidden: sh`cat "/proc/1/root$SECRET_FILE"`,
  },
  {
    name: "read through the working folder of the first process",
    permitted: sh`cat /proc/self/cwd/own`,
    forbidden: sh`cat "/proc/1/cwd$SECRET_FILE"`,
  },
  {
    name: "read through the root of a process outside",
    permitted: sh`ls /proc/$$/root/usr`,
    forbidden: sh`cat "/proc/$BYSTANDER/root$SECRET_FILE"`,
  },
  {
    name: "read through a symbolic link",
    permitted: sh`ln -sf own good && cat good`,
    forbidden: sh`ln -sf "$SECRET_FILE" bad && cat bad`,
  },
  {
    name: "read through a link to /proc",
    permitted: sh`ln -sfn /proc/self/cwd here && cat here/own`,
    forbidden: sh`ln -sfn "/proc/$OUTER/root" there && cat "there$SECRET_FILE"`,
  },
  {
    name: "write through a symbolic link",
    permitted: sh`ln -sf own2 to && echo x > to`,
    forbidden: sh`ln -sf "$SECRET_FILE" out && grep -q harbour out && echo x >> out`,
    harm: secretChanged,
  },
  {
    name: "give a file outside a second name",
    permitted: sh`ln -f own own3`,
    forbidden: sh`ln "$SECRET_FILE" stolen`,
    harm: secretChanged,
  },
  {
    name: "move a file outside",
    permitted: sh`cp own moving && mv moving moved`,
    forbidden: sh`mv "$SECRET_FILE" taken`,
    harm: secretChanged,
    dangerous: true,
  },
  {
    name: "delete a file outside",
    permitted: sh`touch gone && rm gone`,
    forbidden: sh`rm "$SECRET_FILE"`,
    harm: secretChanged,
    dangerous: true,
  },
  {
    name: "create a file beside the workspace",
    permitted: sh`echo x > inside`,
    forbidden: sh`echo x > "$ROOT/planted" && cat "$ROOT/secret"`,
  },
  {
    name: "write a read-only grant",
    permitted: sh`cat "$READ_ONLY/data"`,
    forbidden: sh`echo x >> "$READ_ONLY/data"`,
  },
  {
    name: "create in a read-only grant",
    permitted: sh`ls "$READ_ONLY"`,
    forbidden: sh`touch "$READ_ONLY/new"`,
  },
  {
    name: "rename in a read-only grant",
    permitted: sh`cp own r1 && mv r1 r2`,
    forbidden: sh`mv "$READ_ONLY/data" "$READ_ONLY/moved"`,
    dangerous: true,
  },
  {
    name: "change the mode of a read-only grant",
    permitted: sh`chmod 700 own`,
    forbidden: sh`chmod 777 "$READ_ONLY/data"`,
  },
  {
    name: "write into /usr",
    permitted: sh`ls /usr | grep bin`,
    forbidden: sh`touch /usr/bin/dejima-planted && rm /usr/bin/dejima-planted`,
  },
  {
    name: "write into /etc",
    permitted: sh`cat /etc/passwd`,
    forbidden: sh`touch /etc/dejima-planted && rm /etc/dejima-planted`,
  },
  {
    name: "write into the root folder",
    permitted: sh`touch /tmp/fine`,
    forbidden: sh`touch /dejima-planted && rm /dejima-planted`,
  },
  {
    name: "replace Node",
    permitted: sh`node -e 0`,
    forbidden: sh`n=$(command -v node); test -w "$n" && echo open && touch "$n"`,
  },
  {
    name: "write /proc/sys",
    permitted: sh`echo x > /tmp/sys`,
    forbidden: sh`v=$(cat /proc/sys/kernel/core_pattern) && echo "$v" > /proc/sys/kernel/core_pattern`,
  },
  {
    name: "write another /proc/sys",
    permitted: sh`cat /proc/sys/kernel/ostype`,
    forbidden: sh`v=$(cat /proc/sys/vm/swappiness) && echo "$v" > /proc/sys/vm/swappiness`,
  },
  {
    name: "open the system request trigger",
    permitted: sh`true >> /dev/null`,
    forbidden: sh`test -e /proc/sysrq-trigger && test -c /proc/sysrq-trigger && exit 1; exec 3>> /proc/sysrq-trigger`,
  },
  {
    name: "write /sys",
    permitted: sh`echo x > own4`,
    forbidden: sh`for f in /sys/kernel/mm/transparent_hugepage/enabled /sys/kernel/uevent_helper /sys/power/state; do exec 3>> $f && exit 0; done; exit 1`,
  },
  {
    name: "raise its own limits in the control groups",
    permitted: sh`cat /proc/self/cgroup`,
    forbidden: sh`for f in $(find /sys/fs/cgroup -name memory.limit_in_bytes -o -name memory.max -o -name pids.max 2>/dev/null); do cat $f > /dev/null && exec 3>> $f && exit 0; done; exit 1`,
  },
  { name: "make a device", permitted: sh`mkfifo pipe`, forbidden: sh`mknod disk b 254 0` },
  {
    name: "plant in /dev",
    permitted: sh`touch /dev/shm/x`,
    forbidden: sh`touch /dev/dejima-planted && rm /dev/dejima-planted`,
  },
  {
    name: "read a disk",
    permitted: sh`head -c 1 /dev/zero`,
    forbidden: sh`for d in vda sda nvme0n1 xvda mapper/control; do head -c 1 /dev/$d && exit 0; done; exit 1`,
  },
  {
    name: "read the kernel's memory",
    permitted: sh`head -c 1 /dev/urandom`,
    forbidden: sh`for f in /dev/mem /dev/kmem /proc/kcore; do test $(head -c 16 $f | wc -c) = 16 && exit 0; done; exit 1`,
  },
  { name: "read the kernel's log", permitted: sh`cat /proc/version`, forbidden: sh`dmesg | grep .` },
  {
    name: "run a file as its owner",
    permitted: sh`printf '#!/bin/sh\necho hi\n' > c && chmod 755 c && ./c`,
    forbidden: sh`cp "$(readlink -f /bin/sh)" i && chown 0 i && chmod 4755 i && test "$(id -u)" != 0`,
  },
  { name: "give a file away", permitted: sh`chmod 600 own`, forbidden: sh`touch gift && chown 12345 gift` },
  {
    name: "find an open file of ours",
    permitted: sh`ls /proc/self/fd | grep 0`,
    forbidden: node`
const { readdirSync, readlinkSync, fstatSync } = require("node:fs");
const open = readdirSync("/proc/self/fd").flatMap((fd) => { try { return [[fd, readlinkSync("/proc/self/fd/" + fd)]]; } catch { return []; } });
const ours = open.filter(([fd, target]) => Number(fd) > 2 && !/^(anon_inode|pipe|socket|\/dev\/(null|urandom)|\/proc|\/opt\/dejima\/bin\/node)/.test(target));
console.log(ours);
process.exit(ours.length > 0 ? 0 : 1);`,
  },
];
