/** Files of one kind that some program runs or obeys on its own. */
export interface SelfStartingFamily {
  readonly name: string;
  /** What runs or obeys the file, for questions and results: "Git runs it or obeys it". */
  readonly why: string;
  /** Whether such files inside installed packages (`node_modules/`) count as well, after a program has run. */
  readonly insidePackages: boolean;
  /**
   * Lower-case patterns, separated by spaces, that match at any depth. `a/b` matches a file by the end of its path, `a/`
   * everything below such a folder, and `*` any characters within one name.
   */
  readonly paths: string;
}

/**
 * All known self-starting files: writing one causes something to be executed or obeyed, if only later. One table for the
 * policy, for the files that programs leave behind, and for the documentation.
 */
export const SELF_STARTING: readonly SelfStartingFamily[] = [
  {
    name: "dejima",
    why: "Dejima itself obeys it",
    insidePackages: true,
    paths: "dejima.yaml dejima.yml .dejima/ personas/ .local/state/dejima/ .cache/dejima/",
  },
  {
    name: "git",
    why: "Git runs it or obeys it",
    insidePackages: true,
    paths: `.git git~*/ .git/hooks/ .git/config .git/config.worktree .git/info/ .git/modules/ .git/worktrees/ .git/commondir *.git/hooks/ *.git/config
      *.git/info/ .gitattributes .gitmodules .gitconfig .gitconfig.* .githooks/ .git-hooks/ .git_hooks/ githooks/ .hg/hgrc .hgrc
      .git/rebase-merge/git-rebase-todo .lfsconfig .gitlint
      .hg/hgrc-not-shared .hgsub .svn/ .subversion/ .jj/ .jjconfig.toml .bzr/ .sl/ .pijul/ _darcs/prefs/ .fossil-settings/ cvsroot/`,
  },
  {
    name: "commit hooks",
    why: "a tool runs it on each commit or push",
    insidePackages: false,
    paths: `.husky/ .huskyrc* lefthook.* .lefthook.* lefthook-local.* .lefthook-local.* .lefthook/ .lefthook-local/ .pre-commit-config.yaml
      .pre-commit-config.yml .pre-commit-hooks.yaml prek.toml .overcommit.yml .overcommit/ .simple-git-hooks.* simple-git-hooks.* captainhook.json
      grumphp.yml .grumphp.yml grumphp.yml.dist .lintstagedrc* lint-staged.* .commitlintrc* commitlint.* .czrc .cz.json .cz.toml .releaserc*
      .hooks/ .cargo-husky/ .rusty-hook.toml hk.pkl hk.*.pkl treefmt.toml .treefmt.toml dprint.json* .dprint.json* .mega-linter.y*ml .codeclimate.y*ml`,
  },
  {
    name: "continuous integration",
    why: "a build service runs it",
    insidePackages: false,
    paths: `.github/workflows/ .github/actions/ action.yml action.yaml .gitlab-ci* .gitlab-ci/ .gitlab/ .circleci/ .travis.yml .travis/ appveyor.yml
      .appveyor.yml .appveyor/ azure-pipelines* .azure-pipelines/ .azuredevops/ .pipelines/ jenkinsfile* *.jenkinsfile .jenkins/
      bitbucket-pipelines.yml .buildkite/ .drone.* .woodpecker.* .woodpecker/ .cirrus.* .semaphore/ codeship-*.yml .teamcity/ wercker.yml
      buildspec* cloudbuild* appspec.yml amplify.yml .forgejo/ .gitea/ .builds/ .build.yml .tekton/ .harness/ bitrise.yml codemagic.yaml
      screwdriver.yaml .zuul.yaml zuul.yaml .zuul.d/ zuul.d/ .gocd.yaml dagger.json .dagger/ ci_scripts/ renovate.json* .renovaterc*
      .github/renovate.json* .github/dependabot.yml .prow.yaml .prow/ .ci/ .expeditor/ .onedev-buildspec.yml .jenkins.yml .shippable.yml
      shippable.yml .vela.yml .gitlab-ci.yml netlify.toml vercel.json now.json fly.toml render.yaml heroku.yml procfile procfile.* railway.json
      railway.toml nixpacks.toml wrangler.* firebase.json serverless.* .platform.app.yaml .platform/ .ebextensions/
      .readthedocs.yaml .readthedocs.yml readthedocs.yml .scrutinizer.yml .packit.yaml .packit.yml .trunk/ .release-it.* .changeset/ .do/ release.toml cog.toml .cog.toml cliff.toml git-cliff.toml
      dist-workspace.toml bumpver.toml
      .bumpversion.* pulumi.*yaml terragrunt.hcl *.tf *.tf.json *.tofu cdk.json samconfig.toml .terraform/
      terraform.rc .pulumi/ kitchen.yml .kitchen.* puppetfile policyfile.rb metadata.rb cheffile .tflint.hcl .checkov.* .ansible-lint .arcconfig .arclint aqua.yaml
      .aqua/ bin/hermit bin/hermit.hcl circus.ini modd.conf .foreman saltfile .chef/ knife.rb cog.yaml bentofile.yaml
      .github/dependabot.yaml cdktf.json root.hcl werf.yaml zappa_settings.json .chalice/ .s2i/ .profile.d/ .openshift/ .elasticbeanstalk/ .terraform.d/
      .packer.d/ .helm/ .krew/ lighthouserc.* .lighthouserc.*`,
  },
  {
    name: "editors",
    why: "an editor or a debugger runs it or obeys it when the folder is opened",
    insidePackages: true,
    paths: `.vscode/ .vscode-server/ .vscode-insiders/ .vscode-oss/ .vscodium/ *.code-workspace *.code-profile .idea/ .run/ *.run.xml *.iml *.ipr *.iws .fleet/
      .vs/ .zed/ .nova/ *.sublime-* .settings/ .project .classpath .cproject .externaltoolbuilders/ nbproject/ .atom/ .brackets.json
      .dir-locals.el .dir-locals-2.el .emacs .emacs.el .emacs.d/ _emacs .spacemacs .spacemacs.d/ .doom.d/ .doom/ init.el early-init.el *vimrc
      *vimrc.* .exrc _exrc .vim/ .nvim/ .nvim.lua .vimspector.json init.vim .helix/ .kakrc .kak/ .nanorc .lite_project* .projections.json
      .ycm_extra_conf.py .ccls .clangd .neoconf.json .lazy.lua .micro/ .eclipse/ .metals/ .bloop/ .theia/ .cloud9/ .c9/ .gdbinit gdbinit
      .gdbearlyinit .lldbinit* *-gdb.py *-gdb.gdb *-gdb.scm .gdbinit.d/ .debug-gdb.scm .radare2rc .r2rc .cgdb/ .xcode/ *.xcodeproj/ *.xcworkspace/
      *.xcscheme .swiftpm/ *.code-snippets .lldb/ .obsidian/ .logseq/
      .bsp/ buildserver.json .sourcekit-lsp/ .lsp/ hie.yaml .hie-bios .merlin rust-analyzer.toml .rust-analyzer.toml analysis_options.yaml
      .kateproject* .kateconfig .solargraph.yml .phpactor.* nbactions* sgconfig.yml cask eask eldev eldev-local
      session.vim .spyproject/ .ropeproject/ .tern-project .tern-config *.rproj
      *.geany *.kdev4 *.cbp *.txt.user *.pro.user *.komodoproject .tm_properties .lapce/ .pulsar/ .textadept/ .mg .idapro/ nvim/ assets/editor/
      packages/manifest.json project.godot *.uproject`,
  },
  {
    name: "agents",
    why: "coding agents obey it or start what it names",
    insidePackages: true,
    paths: `.claude/ .claude.json .claude-plugin/ claude.md claude.*.md .claude.local.md .mcp.json mcp.json .mcp/ mcp_config.json mcp-config.json
      *.mcp.json claude_desktop_config.json .cursor/ .cursorrules .cursorrules* .cursor-plugin/ agents.md agents.*.md agent.md .agents/ .agent/
      gemini.md gemini-extension.json .gemini/ .codex/ codex.md .opencode/ opencode.json opencode.jsonc opencode.md .windsurf/ .windsurfrules*
      .codeium/ .clinerules .clinerules* .clinerules/ .cline/ .roo/ .roorules* .roomodes .kilocode/ .kilocodemodes .kilocoderules* .aider* .aider/
      .continue/ .continuerc* .continuerules .goose/ .goosehints .amazonq/ .aws/amazonq/ .kiro/ .junie/ .trae/ .augment/ .augment-guidelines
      .augmentrules .tabnine/ .zencoder/ .qodo/ .pearai/ .void/ .crush/ .crush.json crush.json crush.md .factory/ .devin/ .openhands/
      .openhands_instructions .pi/ .warp/ warp.md .rules .rules/ .ai/ .aiassistant/ .ai-rules .copilot/ copilot-instructions.md
      .github/copilot-instructions.md .github/instructions/ .github/prompts/ .github/chatmodes/ .github/agents/ .github/hooks/ .github/skills/
      .github/extensions/ .github/mcp.json .github/copilot/ *.instructions.md *.prompt.md *.chatmode.md *.agent.md replit.md .bolt/ .cody/
      .sourcegraph/ .qwen/ qwen.md .iflow/ iflow.md .grok/ .vibe/ .forge/ .amp/ .ampcode/ .antigravity/ .jules/ jules.md .serena/ .taskmaster/
      .specify/ .bmad-core/ .plandex/ .plandex-v2/ .codebuddy/ .lingma/ .marscode/ .comate/ .mentat/ .sweep.yaml sweep.yaml .coderabbit.yaml
      .pr_agent.toml .ellipsis/ ellipsis.yaml greptile.json skill.md *.skill .skills/ .rovodev/ .ruler/ .rulesync/ ruler.toml .mux/ .letta/
      .hermes/ .nanocoder/ .librechat/ settings.local.json .deepagents/ .openclaw/ .qoder/
      .nanobot/ .stakpak/ .codeassist/ .plugin/ hooks.json soul.md heartbeat.md *.mcpb *.dxt
      *mcp_settings.json *mcp_servers.json *mcp-servers.json mcp.y*ml .mcp.* smithery.yaml langgraph.json promptfooconfig.* .idx/ memory-bank/ .tabby/
      modelfile kilo.json* .kilo/ conductor.json .conductor/ codebuddy.md grok.md kimi.md .kimi/ forge.yaml`,
  },
  {
    name: "shells",
    why: "a shell or a terminal runs it when it starts",
    insidePackages: true,
    paths: `.*rc .*rc.* .*_profile .*_login .*_logout .*_aliases .bash* .zsh* .zprofile .zlogin .zlogout .zfunc/ .oh-my-zsh/ .zinit/ .antigen/ .p10k.zsh
      .profile .profile.* .login .logout .logout.* .cshdirs .aliases .functions .exports .dircolors profile.d/ etc/profile bashrc bash.bashrc
      zshrc zshenv zprofile csh.cshrc csh.login etc/environment .environment .pam_environment environment.d/ inputrc config.fish fish/conf.d/
      fish/functions/ fish/completions/ .fish/ conf.d/*.fish rc.elv .elvish/ config.nu env.nu login.nu nushell/ *profile.ps1 powershell/
      windowspowershell/ .login_conf .mkshrc starship.toml .local/bin/ .local/share/bash-completion/ bash_completion.d/ .bash_completion.d/
      .tmux.conf .tmux.conf.* .tmux/ .byobu/ .zellij/ .wezterm.lua .hammerspoon/ .phoenix.js .slate .slate.js .lessfilter .lesskey .lesspipe
      .xonsh/ .config/ .warprc .iterm2/ .kitty/ .termux/ .screen/ .dvtm/ .abduco/
      tmux.conf screenrc kitty.conf alacritty.* wezterm.lua .devscripts .mc/ .mc.menu .lftp/ .irssi/ .weechat/ .mutt/ .newsboat/ .w3m/
      .password-store/ .task/hooks/ .todo.actions.d/ .aria2/`,
  },
  {
    name: "environments",
    why: "it is loaded when someone enters the folder",
    insidePackages: false,
    paths: `.envrc .envrc.* .direnv/ .direnvrc .autoenv* mise.toml mise.*.toml .mise.toml .mise.*.toml .mise/ mise/config.toml .rtx.toml .rtx.*.toml
      .tool-versions .tool-versions.* .asdf/ .asdfrc .default-npm-packages .default-gems .default-python-packages .pyenv/ .rbenv/ .nodenv/ .nvm/
      .rvm/ .rvmrc .sdkmanrc .sdkman/ .volta/ .jenv/ .proto/ .prototools devbox.json .devbox/ devenv.nix devenv.yaml devenv.local.nix .devenv/
      flake.nix shell.nix default.nix .nixpkgs/ .nix-profile/ .shadowenv.d/ .flox/ .hermit/ bin/activate-hermit .replit replit.nix .stackblitzrc
      .codesandbox/ sandbox.config.json .gitpod.* .gitpod/ .ona/ .daytona/ .smug.yml .tmuxinator.yml .tmuxinator/ .tmuxp.* .teamocil/
      .overmind.env pixi.toml .chezmoi* .chezmoiscripts/ install.conf.yaml bin/activate bin/activate.* bin/activate_this.py
      scripts/activate* .virtualenvs/ .conda/ .pixi/ .rye/ .nix-defexpr/ pkgx.y*ml .pkgx.y*ml .env.leave .activate.sh .deactivate.sh mise-tasks/ .mise-tasks/`,
  },
  {
    name: "containers",
    why: "it is built or started as a container or a machine",
    insidePackages: false,
    paths: `dockerfile dockerfile.* *.dockerfile containerfile containerfile.* docker-compose* compose.yml compose.yaml compose.*.yml compose.*.yaml
      docker-bake.* .docker/ .devcontainer/ .devcontainer.json .devcontainer*.json devcontainer.json devcontainer-feature.json vagrantfile
      vagrantfile.* .vagrant.d/ *.pkr.hcl tiltfile *.tiltfile earthfile skaffold.yaml skaffold.yml devspace.yaml garden.yml helmfile.*
      devfile.yaml .devfile.yaml ansible.cfg .ansible.cfg .ansible/ *.container *.kube *.pod *.quadlet podman-compose* .lando.yml
      .ddev/ okteto.yml .okteto/ captain-definition docker-entrypoint.sh docker-entrypoint.d/ entrypoint.sh lima.yaml .lima/ colima.yaml`,
  },
  {
    name: "the system",
    why: "the system runs it by itself: at log-in, at a time, for a service",
    insidePackages: true,
    paths: `systemd/ *.service *.timer *.socket *.mount *.automount cron.*/ cron/ crontab crontabs/ .crontab anacrontab spool/cron/ autostart/
      autostart-scripts/ *.desktop launchagents/ launchdaemons/ startupitems/ init.d/ rc.d/ rc.local rc.common inittab sudoers sudoers.d/
      doas.conf pam.d/ ld.so.preload ld.so.conf ld.so.conf.d/ modprobe.d/ modules-load.d/ udev/ logrotate.d/ dispatcher.d/ apt.conf.d/
      yum.repos.d/ update-motd.d/ if-up.d/ if-down.d/ autorun.inf desktop.ini autoexec.bat *.lnk *.scf *.url *.library-ms programs/startup/
      library/preferences/ library/services/ udev/rules.d/ dbus-1/ thumbnailers/ vendor_conf.d/ plasma-workspace/ .local/share/applications/
      .local/share/systemd/ .local/share/nautilus/ .local/share/kio/ .local/share/nvim/ .local/share/plasma/ .local/share/gnome-shell/
      .local/share/fish/ .local/share/zsh/ .local/share/cinnamon/ .local/share/code-server/
      .mozilla/ .thunderbird/ .kde/ .kde4/ .gnome2/ .gnomerc .xprofile .xsession .xsessionrc .xinitrc
      .xserverrc .xclients .xresources .xdefaults .xmodmap .dmrc .vnc/ .fluxbox/ .icewm/ .openbox/ .i3/ .sway/ .xmonad/ .fvwm/ .awesome/ .dwm/
      .jwmrc .mailcap .mime.types .forward .procmailrc .qmail* .fetchmailrc .netrc _netrc .my.cnf .mylogin.cnf .pg_service.conf .gnupg/ .kube/
      .aws/config .ssh/ ssh_config ssh_config.d/ sshd_config sshd_config.d/ authorized_keys authorized_keys2 .shosts .rhosts sshrc ssh/rc
      .anacron/ supervisord.conf supervisor/ monit.d/ monitrc .pm2/ ecosystem.config.* ecosystem.json pm2.json inetd.conf xinetd.d/ hosts.equiv
      .htaccess .user.ini web.config php.ini
      .gtkrc* .pulse/ .rpmmacros .dput.cf .aws/cli/ .azure/ .lyx/ hypr/ i3/config sway/config *.search-ms *.searchconnector-ms *.inetloc *.fileloc *.terminal *.command`,
  },
  {
    name: "packages of JavaScript",
    why: "package managers, builds and tests of JavaScript run it",
    insidePackages: false,
    paths: `package.json package.json5 package.yaml .npmrc npmrc .yarnrc .yarnrc.yml .yarn/ .pnp.* .pnpmfile.* pnpmfile.* pnpm-workspace.yaml .pnpm/
      bunfig.toml .bunfig.toml deno.json deno.jsonc gulpfile* gruntfile* brunch-config.* jakefile* cakefile babel.config.json jest.config.json jest.setup.* vitest.setup.* karma.conf.* *.config.js *.config.cjs *.config.mjs
      *.config.ts *.config.cts *.config.mts *.config.jsx *.config.tsx *.conf.js *.conf.cjs *.conf.mjs *.conf.ts *.workspace.js *.workspace.ts
      *.workspace.json *.setup.js *.setup.ts *.setup.mjs *.setup.cjs setuptests.* cypress/support/ cypress/plugins/ ember-cli-build.js .ember-cli*
      .babelrc* .eslintrc* .prettierrc* .stylelintrc* .mocharc* .swcrc .postcssrc* .nycrc* .browserslistrc .parcelrc .storybook/ .size-limit*
      nodemon.json turbo.json turbo.jsonc nx.json lerna.json rush.json angular.json workspace.json project.json .nxrc* .nx/ .turbo/ common/config/rush/
      .vuepress/ .vitepress/ .docusaurus/ next.config.* webpack*.js plopfile.* .plop/ node_modules/.bin/ node_modules/.hooks/ binding.gyp wscript
      .node-gyp/ knexfile.* ormconfig.* .sequelizerc mikro-orm.* graphql.config.* .graphqlrc* electron-builder.* .electron-builder.* .sentryclirc
      lint-staged.config.* .noderc
      gatsby-*.js gatsby-*.mjs gatsby-*.ts config-overrides.js truffle-config.js .dependency-cruiser.* .eleventy.js .markdownlint* moon.yml .moon/
      codegen.yml codegen.yaml codegen.ts cypress.json tslint.json typedoc.json cspell.json .cspell.json cspell.config.* import_map.json bs-config.js
      testem.* brocfile.* .solhint.json tsconfig.json tsconfig.*.json jsconfig.json foundry.toml anchor.toml scarb.toml
      mocha.opts jasmine.json cucumber.* .cucumber.* tauri.conf.* *.tauri.conf.* .meteor/ nightwatch.json
      nest-cli.json app.json *.conf.json tsup.config.json bsconfig.json rescript.json esy.json allurerc.* .percy.* openapitools.json ionic.config.json wails.json
      .corepack.env node.config.json .hygen.* knip.* .knip.* myst.yml`,
  },
  {
    name: "packages of Python",
    why: "Python, its package managers or its tests run it",
    insidePackages: false,
    paths: `setup.py setup.cfg pyproject.toml conftest.py tox.ini noxfile.py pytest.ini .pytest.ini pytest.toml fabfile.py tasks.py dodo.py pavement.py
      sconstruct sconscript sconstruct.* wscript_build pipfile poetry.toml uv.toml hatch.toml hatch_build.py pdm.toml .pdm.toml .pdm-plugins/
      build_hooks.py pip.conf pip.ini .pip/ .pypirc pylintrc .pylintrc .flake8 mypy.ini .mypy.ini .pdbrc .pdbrc.py .pythonrc* .pythonstartup
      ipython_config.py .ipython/ .jupyter/ jupyter_*_config.* jupyter_*.json .condarc condarc conda/activate.d/ activate.d/ deactivate.d/
      etc/conda/ gunicorn.conf.py celeryconfig.py alembic.ini mkdocs.yml mkdocs.yaml conf.py dbt_project.yml locustfile.py behave.ini
      asv.conf.json bandit.yaml .bandit .coveragerc snakefile nose.cfg unittest.cfg .noserc buildout.cfg bootstrap-buildout.py versioneer.py kernel.json
      dvc.yaml .dvc/ mlproject nextflow.config airflow.cfg prefect.yaml meltano.yml copier.yml copier.yaml cookiecutter.json uwsgi.ini uwsgi.yaml .sqlfluff pyvenv.cfg .copier-answers*.y*ml .cruft.json
      hooks/pre_gen_project.* hooks/post_gen_project.* hooks/pre_prompt.* zensical.toml properdocs.yml robot.toml .robot.toml .pydistutils.cfg
      features/environment.py
      .flaskenv environment.y*ml poe_tasks.* anaconda-project.yml luigi.cfg scrapy.cfg .streamlit/`,
  },
  {
    name: "start of Python",
    why: "Python runs it each time it starts",
    insidePackages: true,
    paths: "sitecustomize.* usercustomize.* *.pth sitecustomize/ usercustomize/ *._pth .local/lib/",
  },
  {
    name: "packages of other languages",
    why: "a package manager, a build or an interpreter runs it",
    insidePackages: false,
    paths: `build.rs cargo.toml .cargo/ rust-toolchain rust-toolchain.toml .rustup/ build.gradle* settings.gradle* init.gradle* *.gradle *.gradle.kts
      gradle.properties gradle/ gradlew gradlew.bat .gradle/ buildsrc/ build-logic/ pom.xml pom.* .mvn/ mvnw mvnw.cmd .m2/ build.xml ivy.xml
      ivysettings.xml *.sbt .sbt/ project/*.scala project/build.properties build.sc build.mill .mill-* project.clj profiles.clj deps.edn build.clj
      build.boot bb.edn shadow-cljs.edn .lein/ .jvmopts .sbtopts .jvmconfig .java-options *.csproj *.fsproj *.vbproj *.vcxproj *.wixproj *.sqlproj
      *.proj *.targets *.sln *.slnx *.rsp nuget.config packages.config dotnet-tools.json *.cake *.fsx launchsettings.json global.json
      omnisharp.json composer.json composer.phar .composer/ phpunit.xml* phpunit.dist.xml .php-cs-fixer* .php_cs* rector.php phpstan.neon*
      phpstan.php psalm.xml* robofile.php deploy.php box.json pest.php castor.php gemfile gemfile.* gems.rb rakefile* *.rake *.gemspec .gemrc
      .bundle/ .gem/ config.ru guardfile capfile fastfile fastlane/ dangerfile podfile* *.podspec berksfile thorfile *.thor appraisals .rspec
      .rubocop.yml .irbrc .pryrc .qutebrowser/config.py cpan/myconfig.pm .sage/init.sage .maxima/maxima-init.mac .luarocks/config.lua
      spec_helper.rb test_helper.rb brewfile .simplecov .overcommit.yml vagrantfile cartfile mintfile magefile.go
      magefiles/ .air.toml go.env .golangci.* .goreleaser.* mix.exs rebar.config* .formatter.exs .iex.exs .erlang erlang.mk config/*.exs
      .credo.exs setup.hs setup.lhs *.cabal cabal.project* stack.yaml package.yaml .ghci .ghcid shake.hs dune dune-project dune-workspace *.opam
      .ocamlinit _tags myocamlbuild.ml package.swift *.pbxproj *.xcconfig *.playground/ .rprofile .renviron rprofile.site renviron.site startup.jl makefile.toml
      makefile.pl build.pl cpanfile dist.ini .perldb .proverc *.rockspec .luacheckrc .luarc.json *.nimble *.nims nim.cfg build.zig build.zig.zon
      shard.yml pubspec.yaml dub.json dub.sdl spago.* *.asd .sbclrc .clisprc* .guile .octaverc .gnuplot .maximarc .jshell .groovylint* .fpm
      fpm.toml alire.toml *.gpr *.hxml .latexmkrc latexmkrc .chktexrc texmf.cnf
      directory.*.props *.props *.csproj.user .rdata startup.m .phan/ phpcs.xml* .phpcs.xml* codeception.* behat.* wp-cli.*yml
      .wp-env.* cross.toml bacon.toml trunk.toml dioxus.toml book.toml _plugins/ _config.yml _config.toml hugo.toml hugo.yaml
      antora-playbook.yml _quarto.* .lintr _targets.r renv/activate.r .rproj.user/ build.yaml *.runsettings psakefile.ps1 local.properties .hotspot_compiler
      infection.json* .standard.yml .haml-lint.yml .erb_linters/ .mdl_style.rb .yardopts .autotest .busted
      makevars makevars.* .cabal/ .stack/ .ghc/ .opam/ .mix/ vm.args .ccl-init.lisp .racket/ pkgindex.tcl finish.m .mapleinit login.sql glogin.sql
      .groovy/ .ammonite/ .ivy2/ .boot/ .drush/ .wp-cli/ .dotnet/tools/ .pub-cache/ lakefile.lean lakefile.toml rantfile sakefile steepfile
      *.build.cs *.target.cs jbang-catalog.json go.work lean-toolchain user.clj ecs.php melos.yaml _bookdown.yml .spiceinit cargo-generate.toml`,
  },
  {
    name: "builds",
    why: "a build tool runs it",
    insidePackages: false,
    paths: `makefile gnumakefile bsdmakefile makefile.* *.mk *.mak *.make kbuild cmakelists.txt *.cmake cmakepresets.json cmakeuserpresets.json
      configure configure.ac configure.in autogen.sh bootstrap.sh buildconf aclocal.m4 *.m4 meson.build meson_options.txt meson.options
      conanfile.* vcpkg.json vcpkg-configuration.json build build.bazel workspace workspace.bazel module.bazel .bazelrc *.bazelrc tools/bazel
      *.bzl buck .buckconfig .buckconfig.local .bazelversion *.buck build.ninja *.ninja xmake.lua premake*.lua *.qbs tupfile tuprules.tup tupfile.lua fbuild.bff
      justfile .justfile *.just taskfile taskfile.* .taskfile.* taskfile.dist.* task.yml mask.md maskfile.md tasks.json xtask/ runme.md
      just.config.* invoke.yaml invoke.py pants.toml pants.ini build.pants please.build .plzconfig* postinstall* preinstall* pkgbuild apkbuild
      *.ebuild *.nix .sourcery.* doxyfile swagger-codegen* buf.gen.yaml buf.yaml sqlc.* tox.toml mprocs.yaml process-compose.*
      guix.scm manifest.scm platformio.ini .platformio/ *.pro *.pri *.gn *.gni .gclient west.yml .west/ site_scons/ *.gyp *.gypi *.wrap debian/rules debian/*inst debian/*rm snapcraft.yaml
      jamroot jamfile *.jam fpmake.pp`,
  },
];
