import { connect } from "node:net";
import { type Attempt, node, sh } from "./attempt.ts";

/** Connects and ends with 0 if the other side says anything. */
const dial = (options: string) => node`
const socket = require("node:net").connect(${options});
socket.setTimeout(2000, () => process.exit(3));
socket.on("error", () => process.exit(1));
socket.on("data", () => process.exit(0));
socket.on("close", () => process.exit(2));`;

/** Serves at one place inside and connects to it there. */
const dialInside = (options: string) => node`
const net = require("node:net");
const where = ${options};
net.createServer((socket) => socket.end("hello")).listen(where, () => {
  net.connect(where).on("data", () => process.exit(0)).on("error", () => process.exit(1));
});`;

const PORT = 47_123;

/** Reaching anything by any family of sockets. */
export const NETWORK_ATTEMPTS: readonly Attempt[] = [
  {
    name: "reach a server here over IPv4",
    permitted: dialInside('{ port: 5001, host: "127.0.0.1" }'),
    forbidden: dial('Number(process.env.PORT_4), "127.0.0.1"'),
  },
  {
    name: "reach a server here over IPv6",
    permitted: dialInside('{ port: 5002, host: "127.0.0.1" }'),
    forbidden: dial('Number(process.env.PORT_6), "::1"'),
  },
  {
    name: "reach a server here by 0.0.0.0",
    permitted: dialInside('{ port: 5003, host: "0.0.0.0" }'),
    forbidden: dial('Number(process.env.PORT_4), "0.0.0.0"'),
  },
  {
    name: "reach the internet over IPv4",
    permitted: dialInside('{ port: 5004, host: "127.0.0.1" }'),
    forbidden: sh`test $(wc -l < /proc/net/route) -gt 1`,
  },
  {
    name: "reach the internet over IPv6",
    permitted: sh`cat /proc/net/dev | grep lo`,
    forbidden: sh`grep -v ' lo$' /proc/net/if_inet6 | grep .`,
  },
  {
    name: "see a network interface",
    permitted: sh`grep -q lo: /proc/net/dev`,
    forbidden: sh`grep : /proc/net/dev | grep -v lo: | grep .`,
  },
  {
    name: "reach the metadata service of a cloud",
    permitted: dialInside('{ port: 5005, host: "127.0.0.1" }'),
    forbidden: node`
const socket = require("node:net").connect(80, "169.254.169.254", () => process.exit(0));
socket.setTimeout(1500, () => process.exit(3));
socket.on("error", (error) => process.exit(["ECONNREFUSED", "EHOSTUNREACH"].includes(error.code) ? 0 : 1));`,
  },
  {
    name: "send a datagram out",
    permitted: node`
const socket = require("node:dgram").createSocket("udp4");
socket.bind(5006, "127.0.0.1", () => socket.send("x", 5006, "127.0.0.1"));
socket.on("message", () => process.exit(0));`,
    forbidden: node`
const socket = require("node:dgram").createSocket("udp4");
socket.send("x", 53, "203.0.113.1", (error) => process.exit(error ? 1 : 0));`,
  },
  {
    name: "ask a name server",
    permitted: node`require("node:dns").lookup("localhost", (error) => process.exit(error ? 1 : 0));`,
    forbidden: node`
const resolver = new (require("node:dns").Resolver)({ timeout: 800, tries: 1 });
resolver.setServers(["127.0.0.53", "8.8.8.8"]);
resolver.resolve4("example.com", (error) => process.exit(error && !["ENOTFOUND", "ENODATA", "ESERVFAIL"].includes(error.code) ? 1 : 0));`,
  },
  {
    name: "reach a Unix socket outside",
    permitted: dialInside('{ port: 5011, host: "127.0.0.1" }'),
    forbidden: dial("process.env.SOCKET"),
  },
  {
    name: "reach an abstract Unix socket outside",
    permitted: dialInside('{ port: 5012, host: "127.0.0.1" }'),
    forbidden: dial('"\\0" + process.env.ABSTRACT'),
  },
  {
    name: "reach the socket of a container engine",
    permitted: dialInside('{ port: 5013, host: "127.0.0.1" }'),
    forbidden: node`
let left = 3;
for (const path of ["/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock"])
  require("node:net").connect(path, () => process.exit(0)).on("error", () => --left || process.exit(1));`,
  },
  {
    name: "be reached from outside",
    permitted: dialInside(`{ port: ${PORT}, host: "127.0.0.1" }`),
    forbidden: node`
const server = require("node:net").createServer(() => process.exit(0)).listen(${PORT}, "0.0.0.0");
setTimeout(() => process.exit(1), 700);`,
    harm: async () => ((await reaches(PORT)) ? "a port of the sandbox is open outside" : undefined),
  },
  {
    name: "leave by a proxy of ours",
    permitted: sh`test "$GRANTED" = granted`,
    forbidden: sh`env | grep -i _proxy=`,
  },
];

function reaches(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}
