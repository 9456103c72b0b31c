import { type Attempt, node, sh } from "./attempt.ts";
import { findProcesses, type World } from "./world.ts";

const bystanderDied = async ({ bystander }: World) =>
  bystander.exitCode === null && bystander.signalCode === null ? undefined : "the process outside is dead";

/** Looks for a survivor by the odd time that it sleeps, and ends it. */
const survivor = (mark: string) => async () => {
  const [pid] = await findProcesses(mark);
  if (pid === undefined) return undefined;
  process.kill(pid, "SIGKILL");
  return "it outlived its run";
};

/** Seeing, signalling and outliving; becoming somebody else. */
export const PROCESS_ATTEMPTS: readonly Attempt[] = [
  {
    name: "see processes outside",
    permitted: sh`test -d /proc/self`,
    forbidden: sh`test $(ls /proc | grep -c '^[0-9]') -gt 15`,
  },
  {
    name: "read the arguments of a process outside",
    permitted: sh`cat /proc/self/cmdline`,
    forbidden: sh`grep -q sleep "/proc/$BYSTANDER/cmdline"`,
  },
  {
    name: "read the memory of a process outside",
    permitted: sh`head -c 1 /proc/self/maps`,
    forbidden: sh`head -c 1 "/proc/$OUTER/maps" | grep .`,
  },
  {
    name: "read the variables of a process outside",
    permitted: sh`cat /proc/self/environ | tr '\0' '\n' | grep GRANTED`,
    forbidden: sh`cat "/proc/$OUTER/environ" | tr '\0' '\n' | grep .`,
  },
  {
    name: "kill a process outside",
    permitted: sh`sleep 9 & kill -9 $!`,
    forbidden: sh`kill -9 "$BYSTANDER"`,
    harm: bystanderDied,
    dangerous: true,
  },
  {
    name: "signal the process that started it",
    permitted: sh`kill -0 $$`,
    forbidden: sh`kill -0 "$OUTER" && grep -q node "/proc/$OUTER/cmdline"`,
  },
  {
    name: "kill everything",
    permitted: sh`sleep 9 & kill -9 $!`,
    forbidden: sh`trap '' HUP TERM; kill -9 -1; sleep 1; exit 1`,
    harm: bystanderDied,
    dangerous: true,
  },
  {
    name: "slow down a process outside",
    // The lowest precedence there is: permitted for oneself however low the tests themselves run.
    permitted: sh`renice -n 19 -p $$`,
    forbidden: sh`renice -n 19 -p "$BYSTANDER"`,
  },
  {
    name: "take precedence",
    permitted: sh`renice -n 19 -p $$`,
    forbidden: sh`renice -n -20 -p $$`,
  },
  {
    name: "outlive the run in a session of its own",
    permitted: sh`sleep 0.01 & wait $!`,
    forbidden: sh`setsid sleep 614.25 > /dev/null 2>&1 < /dev/null & sleep 0.1; exit 1`,
    harm: survivor("614.25"),
  },
  {
    name: "outlive the run by forking twice",
    permitted: sh`( true & ) ; true`,
    forbidden: sh`( ( setsid sleep 615.25 > /dev/null 2>&1 < /dev/null & ) & ); sleep 0.1; exit 1`,
    harm: survivor("615.25"),
  },
  {
    name: "outlive the run as a detached child of Node",
    permitted: node`require("node:child_process").spawn("true").on("exit", (code) => process.exit(code));`,
    forbidden: node`
require("node:child_process").spawn("sleep", ["616.25"], { detached: true, stdio: "ignore" }).unref();
setTimeout(() => process.exit(1), 100);`,
    harm: survivor("616.25"),
  },
  {
    name: "outlive the run by ignoring signals",
    permitted: sh`trap '' TERM; kill -TERM $$; true`,
    forbidden: sh`trap '' TERM INT HUP; setsid sh -c 'trap "" TERM INT HUP; sleep 617.25' > /dev/null 2>&1 < /dev/null & sleep 0.1; exit 1`,
    harm: survivor("617.25"),
  },
  {
    name: "become root with a user namespace",
    permitted: sh`test "$(id -u)" != 0`,
    forbidden: sh`unshare -U -r true`,
  },
  {
    name: "make a mount namespace",
    permitted: sh`cat /proc/mounts | grep .`,
    forbidden: sh`unshare -m true`,
  },
  { name: "make a network namespace", permitted: sh`ls /proc/self/ns/net`, forbidden: sh`unshare -n true` },
  {
    name: "make a process namespace",
    permitted: sh`ls /proc/self/ns/pid`,
    forbidden: sh`unshare -p -f true`,
  },
  {
    name: "enter the namespaces of the first process",
    permitted: sh`ls /proc/self/ns`,
    forbidden: sh`nsenter -t 1 -m -p true`,
  },
  {
    name: "enter the namespaces of a process outside",
    permitted: sh`ls /proc/self/ns/mnt`,
    forbidden: sh`nsenter -t "$BYSTANDER" -m -p true`,
  },
  {
    name: "mount a file system",
    permitted: sh`mkdir -p dir && ls dir`,
    forbidden: sh`mkdir -p mnt && mount -t tmpfs none mnt`,
    dangerous: true,
  },
  {
    name: "mount /proc anew",
    permitted: sh`mkdir -p dir2 && ls dir2`,
    forbidden: sh`mkdir -p pr && mount -t proc proc pr`,
    dangerous: true,
  },
  {
    name: "bind a folder over another",
    permitted: sh`ln -sfn /usr usr-link && ls usr-link | grep bin`,
    forbidden: sh`mkdir -p bnd && mount --bind / bnd`,
    dangerous: true,
  },
  {
    name: "make the system writable",
    permitted: sh`cat /proc/mounts | grep .`,
    forbidden: sh`mount -o remount,rw /usr || mount -o remount,rw /`,
    dangerous: true,
  },
  {
    name: "uncover /proc/sys",
    permitted: sh`ls /proc/sys | grep kernel`,
    forbidden: sh`umount /proc/sys`,
    dangerous: true,
  },
  { name: "change the root folder", permitted: sh`cd / && pwd`, forbidden: sh`chroot / true` },
  {
    name: "become root by name",
    permitted: sh`id -u`,
    forbidden: sh`setpriv --reuid=0 --regid=0 --clear-groups true || su root -c true`,
    dangerous: true,
  },
  {
    name: "hold a capability over the machine",
    permitted: sh`grep CapEff /proc/self/status`,
    forbidden: node`
const bits = BigInt("0x" + /CapEff:\s*(\w+)/.exec(require("node:fs").readFileSync("/proc/self/status", "utf8"))[1]);
const overFiles = (1n << 1n) | (1n << 3n); // rights over granted files, inside its own user namespace
process.exit((bits & ~overFiles) === 0n ? 1 : 0);`,
  },
  {
    name: "rename the machine",
    permitted: sh`cat /proc/sys/kernel/hostname`,
    forbidden: sh`hostname dejima-taken`,
    dangerous: true,
  },
  {
    name: "set the clock",
    permitted: sh`date`,
    forbidden: sh`date -s @1; test "$(date +%s)" -lt 1000`,
    dangerous: true,
  },
  {
    name: "restart the machine",
    permitted: sh`command -v sh`,
    forbidden: sh`reboot -f || /sbin/reboot -f || busybox reboot -f`,
    dangerous: true,
  },
  {
    name: "load a kernel module",
    permitted: sh`uname -r`,
    forbidden: sh`echo x > fake.ko; insmod fake.ko || modprobe dummy`,
    dangerous: true,
  },
  {
    name: "see the variables of whoever started it",
    permitted: sh`env | grep GRANTED=granted`,
    forbidden: sh`env | grep -e DEJIMA_ESCAPE_SECRET -e NODE_ -e npm_ -e VITEST`,
  },
  {
    name: "find variables in the first process",
    permitted: sh`cat /proc/self/environ | tr '\0' '\n' | grep GRANTED`,
    forbidden: sh`cat /proc/1/environ | tr '\0' '\n' | grep -e DEJIMA_ESCAPE_SECRET -e npm_ -e VITEST`,
  },
  {
    name: "lift a limit of its own",
    permitted: sh`ulimit -n 64`,
    forbidden: sh`ulimit -n 1000000`,
    dangerous: true,
  },
];
