// Files that programs run or obey by themselves: whoever writes one has something executed, if only later.
const FOLDERS =
  /(?:^|\/)(?:\.git\/hooks|\.husky|\.github\/(?:workflows|actions)|\.circleci|\.vscode|\.idea|\.devcontainer|\.ssh|cron\.[a-z]+|systemd|autostart|LaunchAgents)\//i;
const NAMES =
  /(?:^|\/)(?:package\.json|(?:GNU)?makefile|justfile|rakefile|gulpfile\.[cm]?[jt]s|dockerfile|docker-compose\.ya?ml|\.gitlab-ci\.yml|\.gitconfig|\.gitmodules|\.gitattributes|\.npmrc|\.envrc|\.pre-commit-config\.yaml|\.(?:bash|zsh)(?:rc|_profile|env)|\.profile|\.mcp\.json|mcp\.json|claude\.md|agents\.md|skill\.md|crontab|setup\.py|conftest\.py|tox\.ini|pyproject\.toml|build\.rs)$/i;

/** Whether writing a file makes something run later: hooks, builds, shells, editors, agents. */
export function isStartedLater(path: string): boolean {
  return NAMES.test(path) || FOLDERS.test(path);
}
