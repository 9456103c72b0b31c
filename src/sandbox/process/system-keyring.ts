import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { findProgram } from "./find-program.ts";

/** One entry in the system's keyring. */
interface KeyringEntry {
  /** Returns the value, or `undefined` if the keyring has no entry. Rejects if the keyring cannot be used. */
  read(): Promise<string | undefined>;
  write(value: string): Promise<void>;
  /** The command that shows it to a person. */
  readonly command: string;
}

interface KeyringOptions {
  /** Whose entry it is. Default: this program's. */
  readonly service?: string;
  /** Distinguishes the entries of a service. */
  readonly account: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform | undefined;
  /** Finds a system program. */
  readonly find?: ((name: string) => string | undefined) | undefined;
}

/** A keyring may ask its user to unlock it. */
const TIMEOUT_MS = 60_000;
const PASSED_ON = [
  "HOME",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "LANG",
];
const NOT_FOUND_BY_SECURITY = 44;

/**
 * An entry in the user's keyring: the Secret Service on Linux, the Keychain on macOS. Returns `undefined` if
 * there is none.
 */
export function keyringEntry(options: KeyringOptions): KeyringEntry | undefined {
  const {
    service = "dejima",
    account,
    environment,
    platform = process.platform,
    find = findProgram,
  } = options;
  const run = async (program: string, args: readonly string[], input = "") => {
    const env = Object.fromEntries(
      PASSED_ON.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
    );
    const child = spawn(program, args, { env, timeout: TIMEOUT_MS });
    // A program that ends without reading its input is judged by how it ended.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    try {
      const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>; // what the event carries
      const [[status, signal], said, complaint] = await Promise.all([
        ended,
        text(child.stdout),
        text(child.stderr),
      ]);
      if (signal !== null) throw new Error(`it did not answer within ${TIMEOUT_MS / 1000} s`);
      return { status, said, complaint: complaint.trim() };
    } catch (error) {
      throw unusable(thrownText(error));
    }
  };
  if (platform === "linux") {
    const program = find("secret-tool");
    if (program === undefined || (environment.DBUS_SESSION_BUS_ADDRESS ?? "") === "") return undefined;
    const attributes = ["service", service, "account", account];
    // Programs that use the Python library name the account so.
    const others = service === "dejima" ? [] : [["service", service, "username", account]];
    return {
      command: `secret-tool lookup service ${service} account ${JSON.stringify(account)}`,
      async read() {
        for (const named of [attributes, ...others]) {
          const { status, said: output, complaint } = await run(program, ["lookup", ...named]);
          if (status === 0 && output !== "") return output.trim();
          // For an entry that is not found, it prints nothing.
          if (complaint !== "") throw unusable(complaint);
        }
        return undefined;
      },
      async write(value) {
        const { status, complaint } = await run(
          program,
          ["store", "--label=Dejima vault key", ...attributes],
          value,
        );
        if (status !== 0) throw unusable(complaint);
      },
    };
  }
  const program = platform === "darwin" ? find("security") : undefined;
  if (program === undefined || /["\\\n]/.test(service + account)) return undefined;
  return {
    command: `security find-generic-password -s ${service} -a ${JSON.stringify(account)} -w`,
    async read() {
      const {
        status,
        said: output,
        complaint,
      } = await run(program, ["find-generic-password", "-s", service, "-a", account, "-w"]);
      if (status === 0) return output.trim();
      if (status === NOT_FOUND_BY_SECURITY) return undefined;
      throw unusable(complaint);
    },
    async write(value) {
      // Commands come from standard input: other users can see a command line.
      const { status, complaint } = await run(
        program,
        ["-i"],
        `add-generic-password -U -s ${service} -a "${account}" -w "${value}"\n`,
      );
      if (status !== 0 || complaint !== "") throw unusable(complaint);
    },
  };
}

function unusable(why: string): DejimaError {
  return new DejimaError("io_error", `Cannot use the keyring of the system: ${why || "it gave no reason"}`);
}
