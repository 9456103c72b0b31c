import { Duplex } from "node:stream";

export interface StandInOptions {
  /** Sends bytes to the client; `sent` is called when there is room for more. */
  send(bytes: Buffer, sent: (error?: Error | null) => void): void;
  /** Hears that there is room for more of what the client says. */
  onRoom(): void;
  /** Hears that a request which came this way was answered, and no other is under way. */
  onAnswered(): void;
  onClose(): void;
}

/** What a server of HTTP gets in place of a connection that it shares with others. */
export class StandIn extends Duplex {
  readonly #options: StandInOptions;
  #underWay = 0;

  constructor(options: StandInOptions) {
    super({ decodeStrings: true, allowHalfOpen: true });
    this.#options = options;
  }

  /** Whether a request is under way. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** To be called by whoever is about to answer a request. */
  begun(): void {
    this.#underWay++;
  }

  /** To be called by whoever has answered one. */
  answered(): void {
    this.#underWay--;
    if (this.#underWay === 0) this.#options.onAnswered();
  }

  override _read(): void {
    this.#options.onRoom();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#options.send(bytes, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#options.onClose();
    done(error);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#options.onClose();
    done();
  }
}

const HEADERS_END = "\r\n\r\n";

/** Whether these bytes are one request, no less and no more, beyond doubt. */
export function isOneRequest(bytes: Buffer): boolean {
  const end = bytes.indexOf(HEADERS_END);
  if (end < 0) return false;
  const head = bytes.toString("latin1", 0, end);
  if (/[^\r]\n|\ntransfer-encoding|\nupgrade|\nexpect|\n[ \t]/i.test(head)) return false;
  const lengths = [...head.matchAll(/\ncontent-length:[ \t]*([0-9]{1,10})[ \t]*(?=\r|$)/gi)];
  if (lengths.length !== [...head.matchAll(/\ncontent-length/gi)].length || lengths.length > 1) return false;
  return bytes.length === end + HEADERS_END.length + Number(lengths[0]?.[1] ?? 0);
}
