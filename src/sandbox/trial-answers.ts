/**
 * The mark in every response that a program on trial gets from outside: anything that contains it came from there.
 */
export const ANSWER_MARK = "dejima-trial-answer";

/**
 * The prefix of a shell's lines on trial, before the command it is about to run. The first character is
 * repeated inside subshells.
 */
export const SHELL_MARK = "\u001edejima-shell ";

const ANSWER = JSON.stringify({ mark: ANSWER_MARK });

/**
 * The program text that answers the requests of a Python program on trial: connections to hosts, also those
 * through a proxy, end in this process, in plain text. `tell` reports each request with its host.
 */
export const PYTHON_ANSWERS = String.raw`def _dejima_answers(tell):
    import os, re, socket, threading
    answer = ${JSON.stringify(ANSWER)}.encode()
    names, made = {}, set()
    plain = {"lookup": socket.getaddrinfo, "connect": socket.socket.connect, "option": socket.socket.setsockopt}
    def is_own(host): return bool(re.match(r"^(?:localhost|127\..*|::1|0\.0\.0\.0|)$", host))
    def proxies():
        found = (os.environ._data.get(name.encode(), b"").decode() for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"))
        return {match.group(1) for match in (re.match(r"^\w+://(?:[^@]*@)?([^/]+)", one) for one in found) if match}
    def lookup(host, port=None, *rest, **named):
        name = host.decode() if isinstance(host, bytes) else host or ""
        if is_own(name) or re.match(r"^[\d.]+$|:", name): return plain["lookup"](host, port, *rest, **named)
        tell("host", name, "looks up the name")
        address = next((ip for ip, known in names.items() if known == name), "192.0.2.%d" % (len(names) % 250 + 1))
        names[address] = name
        number = port if isinstance(port, int) else 443 if port == "https" else 80
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, number))]
    def connect(self, address):
        host = address[0] if isinstance(address, tuple) else None
        at = "%s:%s" % address[:2] if host is not None else ""
        if host is None or self.type & 0xf != socket.SOCK_STREAM or (is_own(host) and at not in proxies()):
            return plain["connect"](self, address)
        name = names.get(host, host)
        if not is_own(name): tell("host", name, "connects to port %s" % address[1])
        inside, outside = socket.socketpair()
        os.dup2(inside.fileno(), self.fileno())
        inside.close()
        made.add(self.fileno())
        threading.Thread(target=answer_until_closed, args=(outside, name), daemon=True).start()
    def answer_until_closed(line, name):
        # The program may close the connection, or end, before it has read an answer.
        try: serve(line, name)
        except OSError: pass
    def serve(line, name):
        with line, line.makefile("rb") as incoming:
            while True:
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    piece = incoming.readline(65536)
                    if not piece: return
                    head += piece
                length = re.search(rb"(?i)\ncontent-length: *(\d+)", head)
                body = incoming.read(min(int(length.group(1)), 10 ** 6)) if length else b""
                tunnel = re.match(rb"CONNECT ([^ :]+)", head)
                asked = re.match(rb"[A-Z]+ \w+://([^/ :]+)", head) or re.search(rb"(?i)\nhost: *([^\r:]+)", head)
                if tunnel: name = tunnel.group(1).decode()
                elif is_own(name) and asked: name = asked.group(1).decode()
                if not is_own(name): tell("host", name, (head + body).decode("utf-8", "replace"))
                kind = b"HTTP/1.1 200 OK\r\n"
                line.sendall(kind + b"\r\n" if tunnel else kind + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(answer) + (b"" if head.startswith(b"HEAD") else answer))
    def option(self, *args):
        try: return plain["option"](self, *args)
        except OSError:
            if self.fileno() not in made: raise
    socket.getaddrinfo, socket.socket.connect, socket.socket.setsockopt = lookup, connect, option
    try:
        from ssl import SSLContext
        wrap = SSLContext.wrap_socket
        SSLContext.wrap_socket = lambda self, sock, *args, **named: sock if sock.fileno() in made else wrap(self, sock, *args, **named)
    except ImportError: pass

`;

/**
 * A program that answers like curl or wget, without a request. The shell has printed its arguments already, but where the script
 * has put something else in the place of stderr: then they go to the descriptor that the shell has kept.
 */
const FETCHER = `\
#!/bin/sh
[ /proc/self/fd/2 -ef /proc/self/fd/9 ] || printf '\\n${SHELL_MARK}%s\\n' "\${0##*/} $*" >&9
file=-
wget=\${0##*/}
while [ $# -gt 0 ]; do
  case $1 in
    --output|--output-document) shift; file=$1 ;;
    --output=*|--output-document=*) file=\${1#*=} ;;
    --remote-name) wget=remote ;;
    --*) ;;
    -*O-) file=-; wget=curl ;;
    -*O) if [ "$wget" = wget ]; then shift; file=$1; wget=curl; else wget=remote; fi ;;
    -*o) shift; [ "\${0##*/}" = wget ] || file=$1 ;;
    -) ;;
    -[A-Za-z]) case $1 in -s|-S|-f|-L|-q|-k|-i|-v|-g|-N|-c|-I) ;; *) [ "\${0##*/}" = wget ] || shift ;; esac ;;
    -*) ;;
    *) url=$1 ;;
  esac
  [ $# -gt 0 ] && shift
done
case $wget in wget|remote) file=\${url##*/}; file=\${file%%[?#]*}; file=\${file:-index.html} ;; esac
if [ "$file" = - ]; then printf '%s\\n' '${ANSWER}'; else printf '%s\\n' '${ANSWER}' > "$file"; fi
`;

/** Programs that take the place of those that fetch, by name. */
export const FETCHERS: Readonly<Record<string, string>> = { curl: FETCHER, wget: FETCHER };
