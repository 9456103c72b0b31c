import { ALLOWED_CALLS } from "./allowed-calls.ts";

/** What container engines call the processors. Only one is named: whoever speaks another one's language is killed. */
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

/** The bit of datagram sockets, whose pairs can be turned to any address. */
const DATAGRAM_BIT = 2;
const PLAIN_PERSONALITIES = [0, 0xffffffff]; // plain Linux, and the question which one it is

interface ArgumentTest {
  readonly index: number;
  readonly op: string;
  readonly value: number;
  readonly valueTwo?: number;
}

/**
 * The walls' system call filter in the form that container engines take, undefined for a processor that has none. It
 * refuses what the filter of bubblewrap refuses; the engine's own lets 32-bit calls, tracing and odd sockets through.
 * Terminal calls need no test: a container gets no terminal. Unix sockets are open only to runs with granted hosts, whose
 * way to the proxy is one: an engine hands no descriptors over.
 */
export function engineProfile(architecture: string, hasProxy: boolean): string | undefined {
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
      ...[...SOCKET_FAMILIES, ...(hasProxy ? [UNIX] : [])].map((value) =>
        allowWhen("socket", { index: 0, op: "SCMP_CMP_EQ", value }),
      ),
      ...PLAIN_PERSONALITIES.map((value) => allowWhen("personality", { index: 0, op: "SCMP_CMP_EQ", value })),
      // It hides its flags behind a pointer; where it is absent, libraries fall back to `clone`, whose flags show.
      { names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: NO_SUCH_CALL },
    ],
  });
}

const allowWhen = (name: string, test: ArgumentTest) => ({
  names: [name],
  action: "SCMP_ACT_ALLOW",
  args: [test],
});
