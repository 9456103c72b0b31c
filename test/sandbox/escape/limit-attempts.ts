import { type Attempt, node, sh } from "./attempt.ts";

const MEBIBYTE = 1024 * 1024;
const DISK = { workspaceBytes: 4 * MEBIBYTE, wallTimeMs: 15_000 };

/** Using up the machine. Each is stopped by a limit, and its twin does a little of the same within it. */
export const LIMIT_ATTEMPTS: readonly Attempt[] = [
  {
    name: "fork for ever",
    permitted: sh`for i in 1 2 3; do true & done; wait`,
    forbidden: sh`bomb() { bomb | bomb & }; bomb; sleep 20; exit 1`,
    limits: { processes: 40, wallTimeMs: 3000 },
    dangerous: true,
  },
  {
    name: "fork and keep all of them",
    permitted: sh`sleep 0.01 & wait`,
    forbidden: sh`i=0; while [ $i -lt 200 ]; do sleep 30 & i=$((i+1)); done; [ $(ls /proc | grep -c '^[0-9]') -gt 100 ]`,
    limits: { processes: 30, wallTimeMs: 5000 },
    dangerous: true,
  },
  {
    name: "start threads for ever",
    permitted: node`new (require("node:worker_threads").Worker)("", { eval: true });`,
    forbidden: node`
const { Worker } = require("node:worker_threads");
const all = Array.from({ length: 60 }, () => new Worker("setInterval(() => {}, 1000)", { eval: true }));
Promise.all(all.map((worker) => new Promise((resolve, reject) => worker.once("online", resolve).once("error", reject)))).then(() => process.exit(0), () => process.exit(1));`,
    limits: { processes: 48, wallTimeMs: 8000 },
    dangerous: true,
  },
  {
    name: "use all memory",
    permitted: node`Buffer.alloc(1 << 20, 1);`,
    forbidden: node`const kept = []; for (;;) kept.push(Buffer.alloc(8 << 20, 1));`,
    limits: { memoryBytes: 160 * MEBIBYTE },
    stoppedBy: ["memoryBytes"],
    dangerous: true,
  },
  {
    name: "use all memory in many processes",
    permitted: sh`node -e 0`,
    forbidden: sh`hold='const kept = Array.from({ length: 14 }, () => Buffer.alloc(8 << 20, 1)); setTimeout(() => kept, 2500);'
node -e "$hold" & a=$!; node -e "$hold" & b=$!; node -e "$hold" & c=$!; node -e "$hold" & d=$!
wait $a && wait $b && wait $c && wait $d`,
    limits: { memoryBytes: 300 * MEBIBYTE, wallTimeMs: 12_000, cpus: 2 },
    dangerous: true,
  },
  {
    name: "use all memory by files in memory",
    permitted: sh`head -c 1000 /dev/zero > /dev/shm/x`,
    forbidden: sh`i=0; while head -c 1000000 /dev/zero > /dev/shm/f$i; do i=$((i+1)); [ $i -lt 100 ] || exit 0; done; exit 1`,
    limits: DISK,
  },
  {
    name: "fill the temporary folder",
    permitted: sh`head -c 1000 /dev/zero > /tmp/x`,
    forbidden: sh`i=0; while head -c 1000000 /dev/zero > /tmp/f$i; do i=$((i+1)); [ $i -lt 100 ] || exit 0; done; exit 1`,
    limits: DISK,
    dangerous: true,
  },
  {
    name: "fill the private workspace",
    alone: true,
    permitted: sh`head -c 1000 /dev/zero > x`,
    forbidden: sh`i=0; while head -c 1000000 /dev/zero > f$i; do i=$((i+1)); [ $i -lt 100 ] || exit 0; done; exit 1`,
    limits: DISK,
  },
  {
    name: "fill the disk behind the workspace",
    permitted: sh`head -c 1000 /dev/zero > x`,
    forbidden: sh`mkdir -p fill; i=0; while [ $i -lt 3000 ]; do head -c 100000 /dev/zero > fill/f$i || exit 1; i=$((i+1)); done`,
    limits: DISK,
    stoppedBy: ["workspaceBytes", "wallTimeMs"],
  },
  {
    name: "fill the disk with empty files",
    permitted: sh`touch empty`,
    forbidden: node`
const { mkdirSync, writeFileSync } = require("node:fs");
mkdirSync("many", { recursive: true });
for (let i = 0; i < 400000; i++) writeFileSync("many/" + i, "");`,
    limits: DISK,
    stoppedBy: ["workspaceBytes", "wallTimeMs"],
    dangerous: true,
  },
  {
    name: "nest folders without end",
    permitted: sh`mkdir -p a/b/c`,
    // Chains that stay below the longest path, without end: nothing but a limit stops it, however fast the machine is.
    forbidden: sh`deep=d; for i in 1 2 3 4 5 6 7 8 9; do deep=$deep/$deep; done; i=0; while :; do mkdir -p "nest$i/$deep"; i=$((i+1)); done`,
    limits: { ...DISK, workspaceBytes: 64 * MEBIBYTE },
    stoppedBy: ["workspaceBytes", "wallTimeMs"],
    dangerous: true,
  },
  {
    name: "write one huge file",
    permitted: sh`head -c 1000 /dev/zero > small`,
    forbidden: sh`head -c 9000000 /dev/zero > huge`,
    limits: { fileSizeBytes: MEBIBYTE },
  },
  {
    name: "make a huge file of nothing",
    permitted: sh`truncate -s 1000 thin`,
    forbidden: sh`truncate -s 9000000 thick`,
    limits: { fileSizeBytes: MEBIBYTE },
  },
  {
    name: "flood stdout",
    permitted: sh`echo hello`,
    forbidden: sh`yes`,
    limits: { outputBytes: 100_000 },
    stoppedBy: ["outputBytes"],
  },
  {
    name: "flood stderr",
    permitted: sh`echo hello >&2`,
    forbidden: sh`yes >&2`,
    limits: { outputBytes: 100_000 },
    stoppedBy: ["outputBytes"],
  },
  {
    name: "open files without end",
    permitted: node`require("node:fs").openSync("/etc/passwd");`,
    forbidden: node`
const { openSync } = require("node:fs");
try { for (let i = 0; i < 500; i++) openSync("/etc/passwd"); } catch { process.exit(1); }`,
    limits: { openFiles: 100 },
  },
  {
    name: "burn the processor",
    permitted: sh`i=0; while [ $i -lt 100 ]; do i=$((i+1)); done`,
    forbidden: sh`while :; do :; done`,
    limits: { cpuTimeMs: 1000, cpus: 2 },
    stoppedBy: ["cpuTimeMs"],
  },
  {
    name: "run for ever",
    permitted: sh`sleep 0.01`,
    forbidden: sh`sleep 600`,
    limits: { wallTimeMs: 500 },
    stoppedBy: ["wallTimeMs"],
  },
  {
    name: "run for ever, deaf to signals",
    permitted: sh`trap '' TERM; true`,
    forbidden: sh`trap '' TERM INT HUP QUIT; while :; do sleep 1; done`,
    limits: { wallTimeMs: 500 },
    stoppedBy: ["wallTimeMs"],
  },
  {
    name: "wait for input for ever",
    permitted: sh`head -c 1`,
    forbidden: sh`cat > /dev/null`,
    limits: { wallTimeMs: 500 },
    stoppedBy: ["wallTimeMs"],
    endlessInput: true,
  },
  {
    name: "stop itself so that it never ends",
    permitted: sh`kill -CONT $$`,
    forbidden: sh`kill -STOP $$; sleep 600`,
    limits: { wallTimeMs: 500 },
    stoppedBy: ["wallTimeMs"],
  },
];
