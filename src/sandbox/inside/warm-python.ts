/**
 * Runs inside the sandbox: a Python that has started, waits for one script, becomes it, and is never used again. The
 * request has the same form as for Node.
 */
export const WARM_PYTHON = `\
import json, os, sys

def wait():
    def read(size):
        data = b""
        while len(data) < size:
            piece = os.read(0, size - len(data))
            if not piece:
                os._exit(0)
            data += piece
        return data

    request = json.loads(read(int(read(8), 16)))
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["workingDirectory"])
    sys.argv = request["arguments"]
    sys.path[0] = os.path.dirname(os.path.realpath(sys.argv[0]))
    with open(sys.argv[0], "rb") as file:
        return compile(file.read(), sys.argv[0], "exec")

def become(code, run, main):
    path = sys.argv[0]
    builtins = main["__builtins__"]
    main.clear()
    main.update(__name__="__main__", __file__=path, __builtins__=builtins)
    run(code, main)

become(wait(), exec, globals())
`;
