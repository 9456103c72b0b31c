import type { FilterOptions } from "./filter.ts";

/**
 * The calls that a program may make with any arguments, for engines that need them by name. All kernel calls
 * up to `FIRST_UNKNOWN_CALL`, without those that are refused or whose arguments decide.
 */
export const ALLOWED_CALLS: readonly string[] = `
  accept accept4 access alarm arch_prctl bind brk cachestat capget capset chdir chmod chown clock_getres
  clock_gettime clock_nanosleep close close_range connect copy_file_range creat dup dup2 dup3 epoll_create
  epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 execve execveat exit exit_group
  faccessat faccessat2 fadvise64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync
  fgetxattr flistxattr flock fork fremovexattr fsetxattr fstat fstatat fstatfs fsync ftruncate futex
  futex_requeue futex_wait futex_waitv futex_wake futimesat get_mempolicy get_robust_list get_thread_area
  getcpu getcwd getdents getdents64 getegid geteuid getgid getgroups getitimer getpeername getpgid getpgrp
  getpid getppid getpriority getrandom getresgid getresuid getrlimit getrusage getsid getsockname getsockopt
  gettid gettimeofday getuid getxattr inotify_add_watch inotify_init inotify_init1 inotify_rm_watch io_cancel
  io_destroy io_getevents io_pgetevents io_setup io_submit ioctl ioprio_get ioprio_set kill landlock_add_rule
  landlock_create_ruleset landlock_restrict_self lchown lgetxattr link linkat listen listxattr llistxattr
  lremovexattr lseek lsetxattr lsm_get_self_attr lsm_list_modules lsm_set_self_attr lstat madvise
  map_shadow_stack mbind membarrier memfd_create mincore mkdir mkdirat mknod mknodat mlock mlock2 mlockall
  mmap mprotect mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink mremap mseal msgctl
  msgget msgrcv msgsnd msync munlock munlockall munmap nanosleep newfstatat open openat openat2 pause
  pidfd_open pidfd_send_signal pipe pipe2 pkey_alloc pkey_free pkey_mprotect poll ppoll prctl pread64 preadv
  preadv2 prlimit64 process_mrelease pselect6 pwrite64 pwritev pwritev2 read readahead readlink readlinkat
  readv recvfrom recvmmsg recvmsg remap_file_pages removexattr rename renameat renameat2 restart_syscall rmdir
  rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait
  rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr
  sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam
  sched_setscheduler sched_yield seccomp select semctl semget semop semtimedop sendfile sendmmsg sendmsg
  sendto set_mempolicy set_mempolicy_home_node set_robust_list set_thread_area set_tid_address setfsgid
  setfsuid setgid setgroups setitimer setpgid setpriority setregid setresgid setresuid setreuid setrlimit
  setsid setsockopt setuid setxattr shmat shmctl shmdt shmget shutdown sigaltstack signalfd signalfd4
  splice stat statfs statx symlink symlinkat sync sync_file_range sync_file_range2 syncfs sysinfo
  tee tgkill time timer_create timer_delete timer_getoverrun timer_gettime timer_gettime64 timer_settime
  timer_settime64 timerfd_create timerfd_gettime timerfd_gettime64 timerfd_settime timerfd_settime64 times
  tkill truncate umask uname unlink unlinkat utime utimensat utimes vfork vmsplice wait4 waitid write writev
`
  .trim()
  .split(/\s+/);

/**
 * The engines' names of the processors. Only one is listed: a program that uses another architecture's calls
 * is killed.
 */
const ARCHITECTURES: Readonly<Record<string, string>> = {
  x64: "SCMP_ARCH_X86_64",
  arm64: "SCMP_ARCH_AARCH64",
};

const NO_SUCH_CALL = 38;
const NOT_PERMITTED = 1;

/** Every kind of new namespace that `clone` can make. */
const NEW_NAMESPACES = 0x7e020000;

const UNIX = 1;
const SOCKET_FAMILIES = [2, 10]; // inet, inet6

/** The bit of datagram sockets, whose pairs can be connected to any address. */
const DATAGRAM_BIT = 2;
const PLAIN_PERSONALITIES = [0, 0xffffffff]; // plain Linux, and the query for the current one

interface ArgumentTest {
  readonly index: number;
  readonly op: string;
  readonly value: number;
  readonly valueTwo?: number;
}

/**
 * Our system call filter in the format of container engines. `undefined` if there is none for this processor.
 * It refuses what bubblewrap's filter refuses; the engine's own permits 32-bit calls, tracing and odd
 * sockets. Terminal calls need no test: a container gets no terminal. Only the bridge gets Unix sockets,
 * because it reaches the proxy over one: an engine passes no descriptors.
 */
export function engineProfile(architecture: string, { unixSockets }: FilterOptions = {}): string | undefined {
  const name = Object.hasOwn(ARCHITECTURES, architecture) ? ARCHITECTURES[architecture] : undefined;
  if (name === undefined) return undefined;
  return JSON.stringify({
    defaultAction: "SCMP_ACT_ERRNO",
    defaultErrnoRet: NOT_PERMITTED,
    architectures: [name],
    syscalls: [
      { names: ALLOWED_CALLS, action: "SCMP_ACT_ALLOW" },
      allowWhen("clone", {
        index: 0,
        op: "SCMP_CMP_MASKED_EQ",
        value: NEW_NAMESPACES,
        valueTwo: 0,
      }),
      allowWhen("socketpair", { index: 1, op: "SCMP_CMP_MASKED_EQ", value: DATAGRAM_BIT, valueTwo: 0 }),
      ...[...SOCKET_FAMILIES, ...(unixSockets ? [UNIX] : [])].map((value) =>
        allowWhen("socket", { index: 0, op: "SCMP_CMP_EQ", value }),
      ),
      ...PLAIN_PERSONALITIES.map((value) => allowWhen("personality", { index: 0, op: "SCMP_CMP_EQ", value })),
      // It hides its flags behind a pointer. If it is absent, libraries fall back to `clone`, whose flags are
      // visible.
      { names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: NO_SUCH_CALL },
    ],
  });
}

const allowWhen = (name: string, test: ArgumentTest) => ({
  names: [name],
  action: "SCMP_ACT_ALLOW",
  args: [test],
});
