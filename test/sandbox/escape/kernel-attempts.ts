import { type Attempt, python, type Script } from "./attempt.ts";

/** Number of a system call on x64 and arm64. */
type Numbers = readonly [x64: number, arm64: number];

/** Makes one raw call. Ends with 0 when the kernel did it or looked at its arguments, with 1 when it was refused. */
const call = (numbers: Numbers, args: string, refusals = "(1, 38)"): Script => python`
import ctypes, os, platform, sys
libc = ctypes.CDLL(None, use_errno=True)
number = ${numbers[0]} if platform.machine() == "x86_64" else ${numbers[1]}
buffer = ctypes.create_string_buffer(256)
result = libc.syscall(number, ${args})
error = ctypes.get_errno() if result < 0 else 0
print(result, error)
sys.exit(1 if error in ${refusals} else 0)`;

const GETPID = call([39, 172], "0");
const NULL = "ctypes.c_void_p(0)";

const socket = (family: number, type = 3): Script => python`
import socket, sys
try:
    socket.socket(${family}, ${type})
except OSError:
    sys.exit(1)`;

const STREAM = python`
import socket
socket.socketpair(socket.AF_UNIX)
socket.socket(socket.AF_INET)
socket.socket(socket.AF_INET6)`;

/** Runs machine code that speaks another calling convention; ends with 0 if it survives. */
const machineCode = (bytes: string): Script => python`
import ctypes, mmap, os, platform, sys
if platform.machine() != "x86_64":
    sys.exit(1)
memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(bytes.fromhex("${bytes}"))
address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
print(ctypes.CFUNCTYPE(ctypes.c_int)(address)())`;

/** System calls that reach around the walls, made raw: no tool, no library stands between. */
const CALLS: readonly Attempt[] = [
  { name: "call ptrace", permitted: GETPID, forbidden: call([101, 117], `16, 1, ${NULL}, ${NULL}`) },
  {
    name: "call process_vm_readv",
    permitted: GETPID,
    forbidden: call([310, 270], `os.getpid(), ${NULL}, 0, ${NULL}, 0, 0`),
  },
  { name: "call unshare for a user namespace", permitted: GETPID, forbidden: call([272, 97], "0x10000000") },
  {
    name: "call clone for a user namespace",
    permitted: GETPID,
    forbidden: call([56, 220], `0x10000000 | 17, ${NULL}, ${NULL}, ${NULL}, ${NULL}`),
  },
  { name: "call clone3", permitted: GETPID, forbidden: call([435, 435], "buffer, 0") },
  {
    name: "call setns",
    permitted: GETPID,
    forbidden: call([308, 268], "os.open('/proc/self/ns/net', 0), 0"),
  },
  { name: "call mount", permitted: GETPID, forbidden: call([165, 40], "b'none', b'/tmp', b'tmpfs', 0, 0") },
  { name: "call fsopen", permitted: GETPID, forbidden: call([430, 430], "b'tmpfs', 0") },
  { name: "call open_tree", permitted: GETPID, forbidden: call([428, 428], "-100, b'/', 1") },
  { name: "call pivot_root", permitted: GETPID, forbidden: call([155, 41], "b'/tmp', b'/tmp'") },
  { name: "call open_by_handle_at", permitted: GETPID, forbidden: call([304, 265], "-100, buffer, 0") },
  { name: "call bpf", permitted: GETPID, forbidden: call([321, 280], "0, buffer, 72") },
  { name: "call perf_event_open", permitted: GETPID, forbidden: call([298, 241], "buffer, 0, -1, -1, 0") },
  { name: "call userfaultfd", permitted: GETPID, forbidden: call([323, 282], "1") },
  { name: "call io_uring_setup", permitted: GETPID, forbidden: call([425, 425], "1, buffer") },
  { name: "call keyctl", permitted: GETPID, forbidden: call([250, 219], "0, -3, 0") },
  { name: "call add_key", permitted: GETPID, forbidden: call([248, 217], "b'user', b'dejima', b'x', 1, -2") },
  { name: "call init_module", permitted: GETPID, forbidden: call([175, 105], "buffer, 1, b''") },
  { name: "call kexec_load", permitted: GETPID, forbidden: call([246, 104], `0, 0, ${NULL}, 0`) },
  { name: "call reboot", permitted: GETPID, forbidden: call([169, 142], "1, 2, 3, 4") },
  { name: "call swapon", permitted: GETPID, forbidden: call([167, 224], "b'/tmp/none', 0") },
  { name: "call syslog", permitted: GETPID, forbidden: call([103, 116], "3, buffer, 10") },
  { name: "call settimeofday", permitted: GETPID, forbidden: call([164, 170], `${NULL}, ${NULL}`) },
  {
    name: "call a system call that is newer than the filter",
    permitted: GETPID,
    forbidden: call([470, 470], "buffer, buffer, 0, 0"),
  },
  { name: "open a packet socket", permitted: STREAM, forbidden: socket(17) },
  {
    name: "open a raw socket",
    permitted: STREAM,
    forbidden: python`
import socket, sys
try:
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)
except OSError:
    sys.exit(1)`,
  },
  { name: "open a Unix socket", permitted: STREAM, forbidden: socket(1, 1) },
  { name: "open a Unix socket for datagrams", permitted: STREAM, forbidden: socket(1, 2) },
  {
    name: "open a pair of sockets that can be turned to others",
    permitted: STREAM,
    forbidden: python`
import socket
socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)`,
  },
  { name: "open a netlink socket", permitted: STREAM, forbidden: socket(16) },
  { name: "open a socket to the hypervisor", permitted: STREAM, forbidden: socket(40, 1) },
  { name: "open a socket into the kernel's ciphers", permitted: STREAM, forbidden: socket(38, 5) },
  { name: "speak 32-bit", permitted: GETPID, forbidden: machineCode("b814000000cd80c3") },
  { name: "speak x32", permitted: GETPID, forbidden: machineCode("b8270000400f05c3") },
];

/** Where nothing refuses them, these calls do what they say. */
export const KERNEL_ATTEMPTS: readonly Attempt[] = CALLS.map((attempt) => ({ ...attempt, dangerous: true }));
