/** Names that say they hold secrets. One with `!` takes back what an earlier one covers. */
export const SENSITIVE_NAMES: readonly string[] = [
  ".env",
  ".env.*",
  "*.env",
  "!.env.example",
  "!.env.sample",
  "!.env.template",
  "!.env.dist",
  "!.env.defaults",
  ".env-*",
  ".env_*",
  ".envrc",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "*.p8",
  "*.pkcs12",
  "*.jceks",
  "*.bks",
  "*.keytab",
  "*.ovpn",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "!id_*.pub",
  ".ssh",
  ".gnupg",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  "pgpass.conf",
  ".my.cnf",
  ".mylogin.cnf",
  ".s3cfg",
  ".boto",
  ".terraformrc",
  "terraform.rc",
  "credentials.tfrc.json",
  ".vault-token",
  ".vault_pass*",
  ".vault-pass*",
  "vault_pass*",
  "vault-pass*",
  "wallet.dat",
  ".htpasswd",
  ".git-credentials",
  ".dockercfg",
  ".docker/config.json",
  ".aws/credentials",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".kube/config",
  "kubeconfig",
  "kubeconfig.*",
  "*.kubeconfig",
  "*-kubeconfig",
  "*_kubeconfig",
  "kubeconfig-*",
  "kubeconfig_*",
  ".config/gh/hosts.yml",
  ".config/hub",
  ".config/gcloud",
  ".azure",
  "*.tfstate",
  "*.tfvars",
  "*.tfvars.json",
  "*.auto.tfvars.json",
  "secrets.yaml",
  "secrets.yml",
  "secrets.json",
  "secrets.toml",
  "secrets.ini",
  "secrets.properties",
  "secrets.txt",
  "secret.yaml",
  "secret.yml",
  "secret.json",
  "password.txt",
  "passwords.txt",
  "*.htpasswd",
  "etc/shadow",
  "credentials.json",
  "application_default_credentials.json",
  "client_secret*.json",
  "service-account*.json",
  "service_account*.json",
];

/** What editors, systems and people add to a name when they keep an earlier version of a file, at its beginning or its end. */
const KEPT_BEFORE = /^(?:\.?#+|~\$?|copy of |backup[ _-]of[ _-])/i;
const KEPT_AFTER =
  /(?:~|#|\.~\d+~|[._ -](?:bak|bk|bck|backup|old|orig|original|prev|previous|save|saved|copy|tmp|temp|new|swp|swo|swn|un~|rej|dpkg-(?:old|new|dist)|rpm(?:save|new|orig)|ucf-old|part|crdownload|disabled|off|\d{1,14}|20\d\d-\d\d-\d\d)\d?| \(\d+\)| copy \d+)$/i;
const MOST_KEPT = 4;

/** A path without the signs of earlier versions: `.env.prod.bak` and `#key.pem#` are what they were copied from. */
export function withoutBackupSigns(path: string): string {
  return path.split("/").map(originalName).join("/");
}

function originalName(name: string): string {
  let left = name;
  for (let round = 0; round < MOST_KEPT; round += 1) {
    const shorter = left.replace(KEPT_BEFORE, "").replace(KEPT_AFTER, "");
    if (shorter === left || shorter === "") break;
    left = shorter;
  }
  return left;
}
