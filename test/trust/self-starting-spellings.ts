import { SELF_STARTING } from "../../src/contract/self-starting/families.ts";

/** Files that programs start or obey, written down from the manuals of those programs and not from the table. */
export const KNOWN_STARTS: readonly string[] = `
  .git/hooks/pre-commit .git/hooks/post-checkout .git/config .git/info/attributes sub/.git/hooks/post-merge repo.git/hooks/update
  .gitattributes .gitmodules .gitconfig .husky/pre-push .pre-commit-config.yaml lefthook.yml .github/workflows/ci.yml
  .github/actions/a/action.yml .gitlab-ci.yml .circleci/config.yml .travis.yml azure-pipelines.yml Jenkinsfile bitbucket-pipelines.yml
  .drone.yml .woodpecker.yml .buildkite/pipeline.yml appveyor.yml cloudbuild.yaml buildspec.yml netlify.toml vercel.json Procfile
  fly.toml .vscode/tasks.json .vscode/settings.json .idea/workspace.xml a.code-workspace .zed/tasks.json .nvim.lua .exrc .vimrc
  .dir-locals.el .emacs a.sublime-project .fleet/run.json .claude/settings.json CLAUDE.md .mcp.json AGENTS.md .cursor/mcp.json
  .cursorrules GEMINI.md .gemini/settings.json .codex/config.toml .windsurfrules .clinerules .aider.conf.yml
  .github/copilot-instructions.md .continue/config.yaml .bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile
  .zlogin .config/fish/config.fish .inputrc .kshrc .cshrc .tcshrc .login .tmux.conf .screenrc .envrc .tool-versions mise.toml devbox.json
  flake.nix shell.nix Dockerfile docker-compose.yml compose.yaml .devcontainer/devcontainer.json Vagrantfile
  .config/systemd/user/a.service .config/autostart/a.desktop crontab .ssh/authorized_keys .ssh/config .ssh/rc .netrc .xprofile .xinitrc
  package.json .npmrc .yarnrc.yml .pnpmfile.cjs webpack.config.js vite.config.ts jest.config.js eslint.config.mjs .eslintrc.js
  babel.config.js postcss.config.js next.config.js rollup.config.js gulpfile.js Gruntfile.js playwright.config.ts karma.conf.js
  .mocharc.cjs tsconfig.json deno.json bunfig.toml node_modules/.bin/tsc binding.gyp setup.py setup.cfg pyproject.toml conftest.py
  tox.ini noxfile.py tasks.py fabfile.py sitecustomize.py usercustomize.py a.pth pip.conf .pypirc .pdbrc .pythonrc.py
  .ipython/profile_default/startup/a.py .jupyter/jupyter_notebook_config.py Pipfile build.rs Cargo.toml .cargo/config.toml build.gradle
  settings.gradle.kts gradlew pom.xml .mvn/extensions.xml mvnw build.xml build.sbt project/plugins.sbt Gemfile Rakefile a.gemspec .rspec
  .irbrc .pryrc composer.json phpunit.xml .php-cs-fixer.php mix.exs rebar.config .iex.exs Package.swift Podfile Fastfile a.csproj
  Directory.Build.props nuget.config CMakeLists.txt Makefile GNUmakefile configure meson.build BUILD.bazel WORKSPACE .bazelrc SConstruct
  wscript justfile Taskfile.yml .Rprofile .octaverc .julia/config/startup.jl .ghci Setup.hs dune .ocamlinit .luarc.json .gdbinit
  .lldbinit .wgetrc .curlrc .psqlrc .sqliterc .my.cnf .gnuplot .latexmkrc main.tf Pulumi.yaml serverless.yml ansible.cfg dejima.yaml
  .dejima/x personas/a.md dprint.json treefmt.toml pyvenv.cfg .flaskenv scrapy.cfg cdktf.json werf.yaml platformio.ini app.pro BUILD.gn
  .gclient west.yml site_scons/site_init.py addon.gyp x.wrap debian/rules debian/app.postinst snapcraft.yaml Makevars .cabal/config
  .stack/config.yaml .opam/config vm.args pkgIndex.tcl login.sql a.geany a.cbp CMakeLists.txt.user cline_mcp_settings.json
  mcp_servers.json mcp.yaml .mcp.local.json smithery.yaml langgraph.json promptfooconfig.yaml .idx/airules.md
  memory-bank/activeContext.md .gtkrc-2.0 .rpmmacros .irssi/scripts/autorun/a.pl .weechat/python/autoload/a.py .mc.menu
  .task/hooks/on-add .aws/cli/alias .terraform.d/plugins/x .helm/plugins/x sitecustomize.pyc lakefile.lean Jamroot project.godot
  hk.local.pkl turbo.jsonc helmfile.yaml.gotmpl kilo.json conductor.json app.json stryker.conf.json
  environment.yml poe_tasks.toml jbang-catalog.json Assets/Editor/a.cs nvim/init.lua tmux.conf a.inetloc
  go.work .corepack.env user.clj lean-toolchain a.run.xml .chef/knife.rb cliff.toml cog.toml release.toml bumpver.toml
  hooks/post_gen_project.py .cruft.json zensical.toml myst.yml allurerc.mjs .percy.js ionic.config.json wails.json openapitools.json
  melos.yaml ecs.php _bookdown.yml .spiceinit .pydistutils.cfg mise-tasks/a .env.leave CODEBUDDY.md GROK.md forge.yaml Saltfile
`
  .trim()
  .split(/\s+/);

/** One path of each pattern of the table. */
export const SELF_STARTING_PATHS: readonly string[] = SELF_STARTING.flatMap(({ paths }) =>
  paths
    .split(/\s+/)
    .map((pattern) => `${pattern.replaceAll("*", "x")}${pattern.endsWith("/") ? "some" : ""}`),
);

/** Spellings that some file system takes for one of these paths, the same ones for each seed. */
export function* selfStartingSpellings(
  paths: readonly string[],
  count: number,
  seed: number,
): Generator<string> {
  const random = numbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; // never empty
  for (let made = 0; made < count; made += 1) {
    const names = pick(paths)
      .split("/")
      .map((name) => spell(name, random));
    const nested = pick([[], ["sub"], ["a", "b"], ["café"], ["cafe\u0301"]]);
    const way = [...nested, ...names].join(pick(["/", "/", "//", "/./"]));
    yield `${pick(["", "", "./", ".//"])}${way}`;
  }
}

function spell(name: string, random: () => number): string {
  const letters = [...name].map((letter) => (random() < 0.3 ? letter.toUpperCase() : letter)).join("");
  const chance = random();
  if (chance < 0.06) return `${letters}${random() < 0.5 ? "." : " "}`;
  if (chance < 0.12)
    return letters.replace(/[a-z]/, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
  if (chance < 0.18) return `${letters.slice(0, 2)}\u200d${letters.slice(2)}`;
  if (chance < 0.22) return letters.replace(/s/i, "\u017f").replace(/k/i, "\u212a");
  return letters;
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
