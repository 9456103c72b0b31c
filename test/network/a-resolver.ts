import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";

/** A resolver on loopback that says something else each time it is asked. */
export interface TestResolver extends AsyncDisposable {
  readonly lookup: (host: string) => Promise<readonly string[]>;
  readonly questions: number;
}

/** Answers with the addresses in turn; the last one stays. */
export async function aResolver(answers: readonly string[]): Promise<TestResolver> {
  const socket = createSocket("udp4");
  let questions = 0;
  socket.on("message", (question, from) => {
    const address = answers[Math.min(questions, answers.length - 1)] ?? "0.0.0.0";
    questions++;
    socket.send(answerTo(question, address), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    lookup: (host) => resolver.resolve4(host),
    get questions() {
      return questions;
    },
    async [Symbol.asyncDispose]() {
      resolver.cancel();
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

// The question is sent back with one record behind it: a pointer to the name, type A, class IN, no time to live.
function answerTo(question: Buffer, address: string): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
  return Buffer.concat([head, record]);
}
