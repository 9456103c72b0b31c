/** Names of files that contain secrets. A pattern with `!` excludes what an earlier one covers. */
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

/** Prefixes and suffixes that editors, systems and people add to the name of a backup copy. */
const BACKUP_PREFIX = /^(?:\.?#+|~\$?|copy of |backup[ _-]of[ _-])/i;
const BACKUP_SUFFIX =
  /(?:~|#|\.~\d+~|[._ -](?:bak|bk|bck|backup|old|orig|original|prev|previous|save|saved|copy|tmp|temp|new|swp|swo|swn|un~|rej|dpkg-(?:old|new|dist)|rpm(?:save|new|orig)|ucf-old|part|crdownload|disabled|off|\d{1,14}|20\d\d-\d\d-\d\d)\d?| \(\d+\)| copy \d+)$/i;
const MAX_AFFIXES = 4;

/** A path without backup prefixes and suffixes: `.env.prod.bak` and `#key.pem#` become the names of their originals. */
export function withoutBackupAffixes(path: string): string {
  return path.split("/").map(originalName).join("/");
}

function originalName(name: string): string {
  let left = name;
  for (let round = 0; round < MAX_AFFIXES; round += 1) {
    const shorter = left.replace(BACKUP_PREFIX, "").replace(BACKUP_SUFFIX, "");
    if (shorter === left || shorter === "") break;
    left = shorter;
  }
  return left;
}
