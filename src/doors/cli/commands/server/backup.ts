import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { stateFolder } from "../../../../config/places/state-folder.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { isInside, truePath } from "../../../../support/paths.ts";
import { visibleLine } from "../../../../text/visible-text.ts";
import { VERSION } from "../../../../version.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import type { Output } from "../../describe/output.ts";
import { flag } from "../../input/fields.ts";

const vaultKey = ({ say }: Output) => say("~/.config/dejima/vault.key, or DEJIMA_VAULT_KEY");

const backup = defineCommand({
  path: ["backup"],
  summary: "Write everything in the home into one archive and check it; Dejima may be running",
  input: z.object({ file: z.string().optional() }),
  arguments: ["file"],
  examples: ["dejima backup", "dejima backup /mnt/backups/dejima.tar.gz"],
  async run({ settings, output, cwd, variables }, { file }) {
    const { writeBackup } = await import("../../../../backup/write-backup.ts");
    const { home, base, config } = await settings();
    const at = new Date();
    const name = file ?? ownPlace(variables, cwd, at);
    const summary = await writeBackup({
      home,
      store: config.store,
      tenant: config.tenant,
      file: resolve(cwd, name),
      version: VERSION,
      at,
      onStep: (step) => output.note(`${output.say.phrases(step)}…`),
    });
    output.data(summary, () =>
      [
        output.say`${visibleLine(summary.file)}: ${summary.files} files, ${Math.ceil(summary.bytes / 1000)} kB, read back and identical`,
        `SHA-256 ${summary.sha256}`,
        ...summary.leftOut.map(
          (path) => output.say`Left out (a socket, or a link out of the home): ${visibleLine(path)}`,
        ),
        isInside(truePath(summary.file), truePath(resolve(base, config.workspace)))
          ? output.say(
              "It contains conversations and tokens, and is in the workspace, where tools can read it: move it elsewhere.",
            )
          : output.say("It contains conversations and tokens: keep it where only you can read it."),
        output.say`It contains the secrets encrypted, without their key: to read them elsewhere you also need ${vaultKey(output)}.`,
      ].join("\n"),
    );
    return 0;
  },
});

const restore = defineCommand({
  path: ["restore"],
  summary:
    "Replace the home with a backup, after verifying every file in it; stop Dejima first. Without a file, list the backups",
  input: z.object({
    file: z.string().optional(),
    check: flag("only check the backup; change nothing"),
    replace: flag("replace an existing home, and keep it inside the new one"),
  }),
  arguments: ["file"],
  examples: [
    "dejima restore /mnt/backups/dejima.tar.gz --check",
    "dejima restore /mnt/backups/dejima.tar.gz --replace",
  ],
  async run(context, { file, check, replace }) {
    const { settings, output, cwd, variables } = context;
    const { checkArchive, homeExists, restoreBackup } = await import("../../../../backup/restore-backup.ts");
    if (file === undefined) {
      const { home } = await settings();
      const command = `dejima restore FILE${(await homeExists(home)) ? " --replace" : ""}`;
      return listBackups(context, backupsFolder(variables), command);
    }
    const path = resolve(cwd, file);
    if (check) {
      const { at, version, files } = await checkArchive(path);
      const count = Object.keys(files).length;
      output.data(
        { file: path, at, version, files: count },
        () => output.say`${count} files of ${localTime(Date.parse(at))}, all unchanged`,
      );
      return 0;
    }
    const { home, config } = await settings();
    const summary = await restoreBackup({ file: path, home, replace, at: new Date() });
    const { claimHome } = await import("../../../../config/trust/home-claim.ts");
    claimHome(home, variables);
    output.data(summary, () =>
      [
        output.say`${summary.files} files of ${localTime(Date.parse(summary.madeAt))} are back in ${summary.home}`,
        ...(summary.kept === undefined ? [] : [output.say`The old home is now in ${summary.kept}`]),
        ...(config.store === undefined
          ? []
          : [
              output.say(
                "The store in use is a PostgreSQL database: copy the records there with dejima store migrate --to ADDRESS",
              ),
            ]),
        output.say("To check the logs: dejima log verify"),
        output.say`If it contains secrets, they can be read only with the key that encrypted them: ${vaultKey(output)}.`,
      ].join("\n"),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [backup, restore];

/** The default place of backups, out of reach for tools. */
function ownPlace(variables: CommandContext["variables"], cwd: string, at: Date): string {
  const folder = backupsFolder(variables);
  if (folder === undefined)
    throw new DejimaError(
      "invalid_input",
      "Name a file for the backup: neither HOME nor XDG_STATE_HOME is set",
    );
  const time = at.toISOString().slice(0, 23).replace(/[:.]/g, "-");
  return join(folder, `${basename(cwd) || "root"}-${time}.tar.gz`);
}

function backupsFolder(variables: CommandContext["variables"]): string | undefined {
  const state = stateFolder(variables);
  return state === undefined ? undefined : join(state, "backups");
}

/** Lists the backups in the default place, latest first, with the command that restores one. */
async function listBackups(
  { output }: CommandContext,
  folder: string | undefined,
  command: string,
): Promise<number> {
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  const backups = await Promise.all(
    names
      .filter((name) => name.endsWith(".tar.gz"))
      .map(async (name) => {
        const file = join(folder ?? "", name);
        const { mtimeMs, size } = await stat(file);
        return { file, at: new Date(mtimeMs).toISOString(), bytes: size };
      }),
  );
  const latest = backups.sort((a, b) => b.at.localeCompare(a.at));
  output.data({ backups: latest }, () =>
    latest.length === 0
      ? output.say`No backups where Dejima keeps them. \`dejima backup\` makes one; \`${command}\` takes one from elsewhere.`
      : [
          output.table(
            latest.map(({ file, at, bytes }) => [
              localTime(Date.parse(at)),
              `${Math.ceil(bytes / 1000)} kB`,
              output.shown(file),
            ]),
          ),
          output.say`To put one back: ${command}`,
        ].join("\n"),
  );
  return 0;
}
