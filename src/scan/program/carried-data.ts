import { cachedByName } from "../../text/cached-by-name.ts";

/** What a value may contain, as bits that are combined along its flow. */
export const CARRIED = {
  secret: 1, // a store of credentials
  environment: 2, // all environment variables at once
  key: 4, // one credential from the environment
  personal: 8, // clipboard, screen, keystrokes, place, mail, history
  machine: 16, // what identifies this machine or its user
  tree: 32, // whole folders
  downloaded: 64,
  decoded: 128,
  startup: 256, // a place whose content starts automatically
  settings: 512, // a file of keys that programs read for their own use as well
  home: 1024, // the home of the person, as a whole
  received: 4096, // data of another machine over a connection
  belongings: 2048, // the folders where people keep their own files
} as const;

/** Stored credentials. Public keys and lists of known hosts do not count. */
const SECRET_PLACE =
  /(?:^|[/\\"'=@:\s])\.(?:ssh|aws|gnupg|kube|azure|config\/gcloud)(?:[/\\]|$)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\/credentials|\.netrc\b|\.git-credentials|gh\/hosts\.yml|\.docker\/config\.json|Library\/Keychains|login\.keychain|Login Data|cookies\.sqlite|\/Cookies$|logins\.json|key4\.db|wallet\.dat|\.npmrc\b|\.pypirc\b|solana\/id\.json|\.electrum|\/etc\/shadow|Local Extension Settings|exodus\.wallet|[/\\]tdata\b|kubeconfig\b|\.kdbx\b|Bitwarden\/data\.json|[/\\](?:LastPass|Dashlane|1Password)\b|\.password-store\b|OP_SESSION_/i;
const SETTINGS =
  /(?:^|[/\\@])\.env(?:\.\w+)?["']?$|\.(?:openclaw|clawdbot|claude|codex|gemini|cursor)\/(?:\.credentials|\.env|auth[\w-]*\.json)|credentials\.json$|service[-_]account[\w-]*\.json$/i;
const NOT_SECRET = /\.pub\b|known_hosts|\.ssh\/config|\.env\.(?:example|sample|template)|authorized_keys/i;
const PERSONAL_PLACE =
  /(?:bash|zsh|python|mysql|psql)_history|\/History$|places\.sqlite|History\.db|chat\.db|AddressBook|contacts\.(?:db|vcf|json)|\/Messages\/|ipapi\.co|ipinfo\.io|ip-api\.com|geolocation-db|freegeoip|\.mbox\b|Mail\/V\d/i;
/** Files whose content is executed or obeyed later. */
export const STARTUP_PLACE =
  /(?:^|[/\\~"'\s}])\.(?:bashrc|zshrc|profile|bash_profile|zprofile|bash_login|zshenv|bash_logout)\b|\/etc\/(?:cron|profile|rc\.local|systemd|init\.d|ld\.so\.preload|sudoers|pam\.d|environment)|crontab\b|LaunchAgents|LaunchDaemons|systemd\/(?:user|system)|autostart\/|\.git\/hooks\/|authorized_keys|CurrentVersion\\+Run\b|Start Menu\\.*Startup|sitecustomize|usercustomize|\.pth$|(?:^|\/)(?:CLAUDE|AGENTS|SOUL|MEMORY|GEMINI|HEARTBEAT)\.md$|\.cursorrules$|\.claude\/settings(?:\.local)?\.json|\.config\/fish\/config/i;

const HOME_PLACE = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)[/\\]?$/;
const BELONGINGS =
  /^(?:~|\$HOME|\$\{HOME\})?[/\\]?(?:Documents|Pictures|Desktop|Downloads|Movies|Music|Videos|OneDrive|Dropbox|DCIM)[/\\]?\*?$/;

/** Commands that print credentials. */
export const TELLS_SECRETS =
  /^(?:gh auth token|gh auth status -t|git credential(?:-\w+)? (?:fill|get)|kubectl get secrets?|kubectl config view|aws configure (?:export-credentials|get)|aws sts get-session-token|aws secretsmanager get-secret-value|aws ssm get-parameters?|gcloud auth (?:print-\w+-token|application-default)|az account get-access-token|vault (?:kv get|read)|pass show|secret-tool (?:lookup|search)|doppler secrets|heroku config|heroku auth:token|npm token|docker secret|security (?:find|dump)-[\w-]+|keyctl (?:print|read)|ssh-add -L|gpg --export-secret-keys|ykman oath|op (?:read|item)|bw (?:get|export)|lpass (?:show|export)|rbw get|chamber export|sops -d)\b/;

const KEY_NAME = /(?:KEY|TOKEN|SECRET|PASSW|MNEMONIC|CREDENTIAL|PRIVATE)/;
const CALLS: readonly (readonly [RegExp, number])[] = [
  [
    /pyperclip|pbpaste|xclip|xsel|Get-Clipboard|clipboard(?:y|\.read)|screencapture|ImageGrab|\.screenshot$|^scrot$|^mss\b|pynput|on_press|keyboard\.(?:Listener|record|on_press|hook)|CLLocationManager|CoreLocation|imaplib|sounddevice|VideoCapture|(?:^|\.)getUserMedia/,
    CARRIED.personal,
  ],
  [
    /keyring\.get|^security$|dump-keychain|find-generic-password|secretstorage|win32crypt|CryptUnprotectData|browser_cookie3|^(?:op|bw|lpass)$/,
    CARRIED.secret,
  ],
  [/(?:^|\.)(?:homedir|Path\.home)(?:\.|$)/, CARRIED.home],
  [/\.(?:recv|recvfrom|readuntil)$/, CARRIED.received],
  [/get_secret_value|list_secrets|access_secret_version|(?:^|\.)SecretClient/, CARRIED.secret],
  [
    /platform\.(?:node|uname|platform)|gethostname|os\.uname|getpass\.getuser|^(?:whoami|hostname|uname|ifconfig|id)$|os\.(?:hostname|userInfo|networkInterfaces)|uuid\.getnode|os\.getlogin/,
    CARRIED.machine,
  ],
  [
    /os\.walk|glob\.i?glob|\.rglob$|\.iterdir$|os\.(?:listdir|scandir)|readdir(?:Sync)?$|^(?:find|glob)$|globSync/,
    CARRIED.tree,
  ],
  [
    /(?:requests|httpx|session|client|axios|got|urllib3?|http)\.(?:get|request)$|urlopen$|urlretrieve$|^fetch$|^(?:curl|wget|iwr|Invoke-WebRequest|aria2c)$|https?\.get$|DownloadString|feedparser\.parse$/,
    CARRIED.downloaded,
  ],
  [
    /b64decode|atob$|fromhex|unhexlify|codecs\.decode|zlib\.decompress|decodebytes|b85decode|b32decode|marshal\.loads|String\.fromCharCode|^(?:xxd|base32)$/,
    CARRIED.decoded,
  ],
];

/** What a string literal refers to. */
export const carriedByText = cachedByName((text) => {
  if (text.length > 400) return 0;
  let bits = 0;
  if (SECRET_PLACE.test(text) && !NOT_SECRET.test(text)) bits |= CARRIED.secret;
  if (SETTINGS.test(text) && !NOT_SECRET.test(text)) bits |= CARRIED.settings;
  if (PERSONAL_PLACE.test(text)) bits |= CARRIED.personal;
  if (STARTUP_PLACE.test(text)) bits |= CARRIED.startup;
  if (HOME_PLACE.test(text)) bits |= CARRIED.home;
  if (BELONGINGS.test(text)) bits |= CARRIED.belongings;
  return bits;
});

/** What a call returns, judged by its name. */
export const carriedByCall = cachedByName((name) => {
  let bits = TELLS_SECRETS.test(name) ? CARRIED.secret : 0;
  for (const [shape, carried] of CALLS) if (shape.test(name)) bits |= carried;
  return bits;
});

/** What an unassigned name refers to. */
export const carriedByName = cachedByName((name) => {
  if (/^(?:process\.env\.|os\.environ\.)?[A-Z][A-Z0-9_]*$/.test(name) && KEY_NAME.test(name))
    return CARRIED.key;
  return carriedByCall(name) & CARRIED.personal;
});
