/** The hosts that an interface's page may reach, by purpose. */
interface PageDomains {
  readonly connect: readonly string[];
  readonly resource: readonly string[];
  readonly frame: readonly string[];
}

const ORIGIN = /^(?:https|wss):\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?$/;
const MAX_DOMAINS = 50;

/**
 * The address of the empty page that an interface is loaded into, under a content security policy for exactly
 * these hosts.
 */
export function framePath({ connect, resource, frame }: PageDomains): string {
  const query = new URLSearchParams();
  for (const domain of connect) query.append("connect", domain);
  for (const domain of resource) query.append("resource", domain);
  for (const domain of frame) query.append("frame", domain);
  return `/interface.html${query.size === 0 ? "" : `?${query}`}`;
}

/**
 * The content security policy of that page. Its origin is opaque: no cookies, no storage, no access to the
 * console. Anything but a plain https origin is left out.
 */
export function framePolicy(query: URLSearchParams): string {
  const hosts = (name: string) =>
    query
      .getAll(name)
      .slice(0, MAX_DOMAINS)
      .filter((domain) => ORIGIN.test(domain))
      .join(" ");
  const [connect, resource, frame] = [hosts("connect"), hosts("resource"), hosts("frame")];
  const or = (list: string) => (list === "" ? "'none'" : list);
  return [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src 'unsafe-inline' ${resource}`.trim(),
    `style-src 'unsafe-inline' ${resource}`.trim(),
    `img-src data: blob: ${resource}`.trim(),
    `font-src data: ${resource}`.trim(),
    `media-src data: blob: ${resource}`.trim(),
    `connect-src ${or(connect)}`,
    `frame-src ${or(frame)}`,
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** The page. It accepts the interface once, only from the console, and becomes it. */
export const FRAME_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Interface</title>
    <script>
      addEventListener("message", function take({ source, data }) {
        if (source !== parent || typeof data?.html !== "string") return;
        removeEventListener("message", take);
        document.open();
        document.write(data.html);
        document.close();
      });
      parent.postMessage({ interface: "ready" }, "*");
    </script>
  </head>
  <body></body>
</html>
`;
