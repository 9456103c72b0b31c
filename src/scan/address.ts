/** What an address reveals about its owner. */
type AddressKind = "local" | "placeholder" | "raw-number" | "drop-box" | "plain" | "named";

const LOCAL =
  /^(?:localhost|.*\.(?:local|internal|localhost)|host\.docker\.internal|0\.0\.0\.0|\[::1?\]|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*)$/;
/** Hosts where anybody can anonymously store a text or collect requests. */
const DROP_BOX =
  /(?:^|\.)(?:pastebin|paste|hastebin|rentry|glot|ghostbin|dpaste|ix|termbin|transfer|file|anonfiles|gofile|webhook|requestbin|pipedream|beeceptor|ngrok(?:-free)?|trycloudflare|loca|interact|oast|burpcollaborator|canarytokens|emailhook|t|bit|tinyurl|is|cutt)\.(?:[a-z]{2,}|example)$|(?:^|\.)(?:discord(?:app)?\.com)$/;
const PLACEHOLDER =
  /^(?:\$|<|\{|your|my-|(?:www\.|api\.)?example\.(?:com|org|net)$|.*\.example\.(?:com|org|net)$|host(?:name)?$|server$|domain$|\.\.\.)/i;

/** Classifies the host of an address. An address that is not a URL counts as a placeholder. */
export function addressKind(address: string): AddressKind {
  const [, scheme = "", host = "", path = ""] =
    /^(https?|ftp|wss?):\/\/(?:[^/\s@]*@)?(\[[^\]]*\]|[^/:?#\s"'`)>]+)(?::\d+)?([^\s"'`)>]*)/i.exec(
      address,
    ) ?? [];
  const name = host.toLowerCase();
  if (name === "" || PLACEHOLDER.test(name) || !/[a-z0-9]/.test(name)) return "placeholder";
  if (LOCAL.test(name)) return "local";
  if (/^(?:\d{1,3}\.){3}\d{1,3}$|^0x[0-9a-f]+$|^\d{8,10}$|^\[/.test(name)) return "raw-number";
  if (DROP_BOX.test(name) && !(name.endsWith("discord.com") && !path.startsWith("/api/webhooks")))
    return "drop-box";
  if (/^\/(?:snippets?|paste|raw)\//.test(path) && !/github|gitlab/.test(name)) return "drop-box";
  return scheme.toLowerCase() === "http" ? "plain" : "named";
}

/** A bare host name, as socket and DNS calls take it. Most file names look different. */
const BARE_HOST =
  /^\.?(?:[a-z0-9_$*{}()-]+\.)*((?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|app|top|xyz|info|me|co|ai|cloud|site|online|link|click|tech|store|live|pro|biz|ru|su|cc|tk|pw|to)|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?$/i;

/** The address of a bare host name. Returns `undefined` for other texts. */
export function bareHost(text: string): string | undefined {
  const host = text.length > 120 || !text.includes(".") ? undefined : BARE_HOST.exec(text)?.[1];
  return host === undefined ? undefined : `https://${host.toLowerCase()}`;
}

/** All addresses in a text. */
export function addressesIn(text: string): string[] {
  return text.match(/(?:https?|ftp|wss?):\/\/[^\s"'`<>)\]}|\\]+/gi) ?? [];
}

/** The host of an address, without a port. */
export function hostOf(address: string): string {
  return /^[a-z]{2,6}:\/\/(?:[^/@\s]*@)?([^/:?#\s]+)/i.exec(address)?.[1]?.toLowerCase() ?? "";
}

/** Analytics and error reporting services. */
const STATISTICS =
  /(?:^|\.)(?:posthog\.com|segment\.(?:io|com)|amplitude\.com|mixpanel\.com|google-analytics\.com|sentry\.io|plausible\.io|heapanalytics\.com|rudderstack\.com|scarf\.sh|umami\.is|newrelic\.com|bugsnag\.com|applicationinsights\.azure\.com)$/i;

/** Whether a host belongs to an analytics service. Data sent to it is judged like any other. */
export function isStatistics(host: string): boolean {
  return STATISTICS.test(host);
}

/** Hosts that many honest programs use. */
const COMMON_HOSTS =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|npmjs\.(?:org|com)|pypi\.org|pythonhosted\.org|huggingface\.co|googleapis\.com|microsoft\.com|azure\.com|amazonaws\.com|cloudflare\.com|docker\.(?:com|io)|debian\.org|ubuntu\.com|apache\.org|nodejs\.org|rust-lang\.org|rustup\.rs|brew\.sh|bun\.sh|deno\.land|deno\.com|astral\.sh|pytorch\.org|nvidia\.com|tuna\.tsinghua\.edu\.cn|aliyun\.com|npmmirror\.com|python\.org|golang\.org|go\.dev|rubygems\.org|crates\.io|anaconda\.(?:org|com)|google\.com|openai\.com|anthropic\.com|claude\.(?:ai|com)|pypa\.io|nodesource\.com|pnpm\.io|python-poetry\.org|hashicorp\.com|helm\.sh|k8s\.io|kubernetes\.io|volta\.sh|nixos\.org|w3\.org|wikipedia\.org|mozilla\.org|gnu\.org|shields\.io|ffmpeg\.org|schema\.org)$/i;

/** Whether an address is one that many honest texts name. */
export function isCommonHost(address: string): boolean {
  return COMMON_HOSTS.test(hostOf(address));
}
