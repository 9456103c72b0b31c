import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ANSWER_MARK, FETCHERS, PYTHON_ANSWERS, SHELL_MARK } from "./trial-answers.ts";
import { trialWitnessText } from "./trial-witness.ts";

/**
 * Runs a script and prints each command on stderr before it runs. The script sees its own name and arguments.
 */
const SHELL = `exec 9>&2; PS4='${SHELL_MARK}'; PATH=$1:$PATH; dejima_script=$2; shift 2; set -x; . "$dejima_script"`;

/**
 * Puts the witnesses of a trial into a folder that the program on trial can read. Returns a function that
 * turns a command of Node, Python or a shell into a watched one. Any other program is observed through the
 * proxy and the changes it leaves behind.
 */
export async function plantWitness(
  folder: string,
  aheadMs: number,
): Promise<(argv: readonly string[]) => readonly string[]> {
  const [node, python] = [join(folder, "witness.cjs"), join(folder, "witness.py")];
  await writeFile(node, trialWitnessText(aheadMs));
  await writeFile(python, pythonWitnessText(aheadMs));
  const fetchers = join(folder, "bin");
  await mkdir(fetchers);
  for (const [name, text] of Object.entries(FETCHERS))
    await writeFile(join(fetchers, name), text, { mode: 0o755 });
  return ([program = "", ...args]) => {
    const name = basename(program);
    if (name === "node") return [program, "--require", node, ...args];
    if (/^python[\d.]*$/.test(name)) return [program, ...watchedPython(args, python)];
    if (/^(?:sh|bash|dash)$/.test(name)) return [program, ...watchedShell(args, fetchers)];
    return [program, ...args];
  };
}

function watchedPython(args: readonly string[], witness: string): readonly string[] {
  const at = args.findIndex((arg) => arg === "-c" || !arg.startsWith("-"));
  if (at === -1) return args;
  const [flags, [first = "", ...rest]] = [args.slice(0, at), args.slice(at)];
  if (first !== "-c") return [...flags, witness, first, ...rest];
  const [code = "", ...more] = rest;
  return [...flags, "-c", `exec(open(${JSON.stringify(witness)}).read())\n${code}`, ...more];
}

function watchedShell(args: readonly string[], fetchers: string): readonly string[] {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  const [flags, [script = "", ...rest]] = [args.slice(0, at), args.slice(at)];
  return at === -1 ? args : [...flags, "-c", SHELL, script, fetchers, script, ...rest];
}

/**
 * The program text of the witness in a Python program on trial. With a file as its argument it runs that
 * file; put before other code it only watches. Python's audit hooks report on stderr what the program reads,
 * sends, starts and requests, in the format of the Node witness.
 */
function pythonWitnessText(aheadMs: number): string {
  return `${PYTHON_ANSWERS}${WATCH}_dejima_watch(${Math.round(aheadMs / 1_000)})\n${RUN}`;
}

const WATCH = `\
def _dejima_watch(ahead):
    import json, os, re, sys
    # A separate descriptor: the program may close stderr or put something else in its place.
    import fcntl
    out = fcntl.fcntl(2, fcntl.F_DUPFD_CLOEXEC, 500)
    write, dumps, home = os.write, json.dumps, os.environ.get("HOME", "/nonexistent")
    state = {"told": 0, "busy": False, "loading": 0}
    def tell(kind, what, detail=""):
        state["told"] += 1
        if state["told"] > 4000: return
        line = dumps({"kind": kind, "what": str(what)[:500], "detail": str(detail)[:6000]})
        try: write(out, ("\\n\\x1edejima-trial " + line + "\\n").encode("utf-8", "replace"))
        except OSError: pass
    def text(given):
        if isinstance(given, (bytes, bytearray)): return bytes(given).decode("utf-8", "replace")
        return "" if given is None else str(given)
    def of_home(given):
        if not isinstance(given, (str, bytes, os.PathLike)): return None
        path = os.path.abspath(os.fsdecode(given))
        return path if path.startswith(home + "/") else None
    def host(name, detail=""):
        name = text(name)
        if not re.match(r"^(?:localhost|127\\..*|::1|0\\.0\\.0\\.0|)$", name): tell("host", name, detail)
    def file(kind, *paths):
        for path in map(of_home, paths):
            if path: tell(kind, path)
    def program(words):
        words = [text(word) for word in words] if isinstance(words, (list, tuple)) else text(words).split()
        if words: tell("program", words[0], " ".join(words[1:]))
    def seen(event, args):
        if event == "open":
            writes = isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND)
            file("write" if writes else "read", args[0])
        elif event in ("os.listdir", "os.scandir"): file("read", args[0])
        elif event in ("os.remove", "os.chmod", "os.truncate"): file("write", args[0])
        elif event in ("os.rename", "os.link", "os.symlink", "shutil.move", "shutil.copyfile"):
            file("read", args[0]); file("write", args[1])
        elif event in ("socket.getaddrinfo", "socket.gethostbyname"): host(args[0], "looks up the name")
        elif event in ("socket.connect", "socket.sendto"):
            if isinstance(args[1], tuple): host(args[1][0], "connects to port " + text(args[1][1]))
        elif event == "urllib.Request":
            from urllib.parse import urlsplit
            host(urlsplit(args[0]).hostname, " ".join(map(text, (args[3], args[0], args[2], args[1]))))
        elif event == "http.client.send": host(getattr(args[0], "host", ""), text(args[1]))
        elif event in ("smtplib.connect", "ftplib.connect", "poplib.connect", "imaplib.open"): host(args[1], event)
        elif event == "subprocess.Popen":
            given = args[1]
            program([args[0], *given[1:]] if args[0] and isinstance(given, (list, tuple)) else given)
        elif event == "os.system": program(["sh", "-c", args[0]])
        elif event in ("os.exec", "os.posix_spawn"): program([args[0], *list(args[1] or [])[1:]])
        elif event == "os.spawn": program([args[1], *list(args[2] or [])[1:]])
        elif event == "compile" and "${ANSWER_MARK}" in text(args[0]): tell("code", "exec", args[0])
        elif event == "ctypes.dlopen" and args[0]: tell("internal", event, args[0])
    def hook(event, args):
        if state["busy"]: return
        state["busy"] = True
        try: seen(event, args)
        except Exception: pass
        finally: state["busy"] = False
    class Asked(type(os.environ)):
        def __getitem__(self, name):
            if isinstance(name, str) and re.match(r"^[A-Z][A-Z0-9_]{2,60}$", name): tell("variable", name)
            return super().__getitem__(name)
        def __iter__(self):
            tell("variable", "*")
            return super().__iter__()
    if ahead: _dejima_clock(ahead)
    os.environ.__class__ = Asked
    sys.addaudithook(hook)
    _dejima_answers(tell)

def _dejima_clock(ahead):
    import datetime, time
    now, stamp, sleep = time.time, time.time_ns, time.sleep
    local, world = time.localtime, time.gmtime
    time.time = lambda: now() + ahead
    time.time_ns = lambda: stamp() + ahead * 10 ** 9
    time.localtime = lambda at=None: local(time.time() if at is None else at)
    time.gmtime = lambda at=None: world(time.time() if at is None else at)
    time.sleep = lambda seconds: sleep(min(seconds, 0.3))
    class Day(datetime.date):
        @classmethod
        def today(cls): return cls.fromtimestamp(time.time())
    class Moment(datetime.datetime):
        @classmethod
        def now(cls, tz=None): return cls.fromtimestamp(time.time(), tz)
        @classmethod
        def today(cls): return cls.fromtimestamp(time.time())
        @classmethod
        def utcnow(cls): return cls(1970, 1, 1) + datetime.timedelta(seconds=time.time())
    datetime.date, datetime.datetime = Day, Moment

`;

const RUN = `\
if __name__ == "__main__" and "__file__" in globals():
    import os, runpy, sys
    sys.argv.pop(0)
    sys.path[0] = os.path.dirname(sys.argv[0])
    runpy.run_path(sys.argv[0], run_name="__main__")
`;
