import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { Access, Sandbox } from "../../src/sandbox/sandbox.ts";
import { usable } from "./engines.ts";

const { works, why } = await usable("bubblewrap");

/** Takes orders on sockets of the kinds that Node cannot make, and prints each that comes. */
const DAEMON = `
import os, select, socket, sys
folder, abstract = sys.argv[1:]
def bound(kind, name):
    made = socket.socket(socket.AF_UNIX, kind)
    made.bind(name)
    if not name.startswith("\\0"): os.chmod(name, 0o777)
    return made
datagrams = [bound(socket.SOCK_DGRAM, folder + "/datagram.sock"), bound(socket.SOCK_DGRAM, "\\0" + abstract + "-datagram")]
packets = [bound(socket.SOCK_SEQPACKET, folder + "/packet.sock"), bound(socket.SOCK_STREAM, "\\0" + abstract)]
for each in packets: each.listen()
print("ready", flush=True)
while True:
    for each in select.select(datagrams + packets, [], [])[0]:
        print("order:", each.recv(99) if each in datagrams else each.accept()[0], flush=True)
`;

/** Every way to a socket that a program could think of, and beside them what must go on working. */
const PROGRAM = `
import os, socket, sys
folder, abstract = sys.argv[1:]
UNIX = socket.AF_UNIX
def attempt(name, work):
    try:
        work()
        print("reached:", name)
    except OSError as error:
        pass
def talk(kind, path):
    made = socket.socket(UNIX, kind)
    made.connect(path)
    made.send(b"order")
def pair(kind, use):
    one, other = socket.socketpair(UNIX, kind)
    use(one)
ways = lambda name: [folder + "/" + name, "/proc/self/cwd/" + name, name, "./link-to-" + name]
for path in ways("stream.sock"):
    attempt("stream " + path, lambda: talk(socket.SOCK_STREAM, path))
    attempt("pair of streams " + path, lambda: pair(socket.SOCK_STREAM, lambda one: (one.connect(path), one.send(b"order"))))
for path in ways("packet.sock"):
    attempt("packets " + path, lambda: talk(socket.SOCK_SEQPACKET, path))
    attempt("pair of packets " + path, lambda: pair(socket.SOCK_SEQPACKET, lambda one: (one.connect(path), one.send(b"order"))))
for path in ways("datagram.sock") + ["\\0" + abstract + "-datagram"]:
    for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
        attempt("datagram " + path, lambda: talk(kind, path))
        attempt("unconnected datagram " + path, lambda: socket.socket(UNIX, kind).sendto(b"order", path))
        attempt("pair, addressed " + path, lambda: pair(kind, lambda one: one.sendto(b"order", path)))
        attempt("pair, turned " + path, lambda: pair(kind, lambda one: (one.connect(path), one.send(b"order"))))
        attempt("pair, closed on exec " + path, lambda: pair(kind | socket.SOCK_CLOEXEC, lambda one: one.sendto(b"order", path)))
attempt("abstract", lambda: talk(socket.SOCK_STREAM, "\\0" + abstract))
for descriptor in (0, 1, 2):
    for path in ways("stream.sock") + ways("datagram.sock"):
        inherited = socket.socket(fileno=os.dup(descriptor)) if os.path.exists("/proc/self/fd/%d" % descriptor) else None
        attempt("own stream %d %s" % (descriptor, path), lambda: (inherited.connect(path), inherited.send(b"order")))
for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    one, other = socket.socketpair(UNIX, kind)
    one.send(b"private")
    print("pair:", other.recv(99).decode())
server = socket.socket(socket.AF_INET)
server.bind(("127.0.0.1", 0))
server.listen()
client = socket.create_connection(server.getsockname())
print("loopback works")
print("abstract names of the machine:", open("/proc/net/unix").read().count("@" + abstract))
`;

describe.runIf(works)(`sockets in a granted folder${why}`, () => {
  let folder: string;
  let sandbox: Sandbox;
  let server: Server;
  let daemon: ChildProcess;
  const orders: string[] = [];
  const abstract = `dejima-sockets-${process.pid}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dejima-sockets-"));
    await chmod(folder, 0o777);
    server = createServer((client) => {
      orders.push("stream");
      client.destroy();
    });
    await new Promise<void>((resolve) => server.listen(join(folder, "stream.sock"), resolve));
    await chmod(join(folder, "stream.sock"), 0o777);
    for (const name of ["stream", "packet", "datagram"])
      await symlink(`${name}.sock`, join(folder, `link-to-${name}.sock`));
    daemon = spawn("/usr/bin/python3", ["-c", DAEMON, folder, abstract], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    daemon.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("order:")) orders.push(text.trim());
    });
    await once(daemon.stdout ?? daemon, "data");
    orders.length = 0;
    sandbox = await createSandbox({ driver: "bubblewrap" });
  });
  afterAll(async () => {
    daemon.kill("SIGKILL");
    await sandbox.close();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  for (const access of ["read-only", "read-write"] as const satisfies readonly Access[]) {
    for (const hosts of [[], ["api.example.com"]]) {
      const title = `${access}${hosts.length > 0 ? ", with a proxy" : ""}`;
      test(`get no connection and no datagram from a program, ${title}`, async () => {
        const argv = ["python3", "-c", PROGRAM, folder, abstract];
        const { stdout, stderr } = await sandbox.start(argv, { workspace: { path: folder, access }, hosts })
          .result;
        expect(stderr).toBe("");
        expect(stdout.trim().split("\n")).toEqual([
          "pair: private",
          "pair: private",
          "loopback works",
          "abstract names of the machine: 0",
        ]);
        expect(orders).toEqual([]);
      });
    }
  }

  test("are live: a program outside reaches each of them", async () => {
    const outside = spawn("/usr/bin/python3", ["-c", PROGRAM, folder, abstract], {
      cwd: folder,
      stdio: "ignore",
    });
    await once(outside, "exit");
    await expect
      .poll(() => orders.includes("stream") && orders.some((text) => text.includes("order:")))
      .toBe(true);
  });
});
