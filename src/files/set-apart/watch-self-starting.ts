import { sha256 } from "../../support/lazy-crypto.ts";
import type { SetApartPlace, StartingWatch } from "./set-apart-place.ts";
import { type SelfStartingChanges, settleSurvey } from "./settle-survey.ts";
import { type SelfStartingFile, type SurveyDisk, surveySelfStarting } from "./survey-self-starting.ts";

/**
 * Surveys self-starting files before a program runs, so that files that it adds cannot start before a person accepts them. The
 * survey is stored in the home, so that the next start can settle it if this process is killed.
 */
export async function watchSelfStarting(
  disk: SurveyDisk,
  starts: readonly string[],
  { place, callId }: { place: SetApartPlace; callId: string },
): Promise<StartingWatch> {
  const { folder, except, records, watches } = place;
  const survey = () => surveySelfStarting(disk, starts, { except });
  const announced = new Set<string>();
  let before = await survey();
  const record = await records.write({ callId, starts, survey: before });
  let checking: Promise<unknown> = Promise.resolve();
  const isVouched = (file: SelfStartingFile) => file.content !== undefined && announced.has(keyOf(file));

  async function settle(by: string): Promise<SelfStartingChanges> {
    const { changes, now } = await settleSurvey(
      disk,
      { callId: by, starts, survey: before },
      { folder, except, isVouched },
    );
    before = now;
    return changes;
  }

  const watch: StartingWatch = {
    check(by) {
      const next = checking.then(async () => {
        const was = before;
        const changes = await settle(by);
        if (isSame(was.files, before.files)) return changes;
        // Files that were added with permission may lead to further places.
        before = await survey();
        await records.write({ callId: by, starts, survey: before }, record);
        return changes;
      });
      checking = next.catch(() => {});
      return next;
    },
    async close(by) {
      await checking;
      watches.delete(watch);
      const changes = await settle(by);
      await records.remove(record);
      return changes;
    },
    announce: ({ path, sha256: hash, mode }) => void announced.add(`${path}\0${hash}\0${mode & 0o111}`),
  };
  watches.add(watch);
  return watch;
}

function keyOf({ path, content, stats }: SelfStartingFile): string {
  return `${path}\0${content === undefined ? "" : sha256(content)}\0${stats.mode & 0o111}`;
}

function isSame(
  one: ReadonlyMap<string, SelfStartingFile>,
  other: ReadonlyMap<string, SelfStartingFile>,
): boolean {
  if (one.size !== other.size) return false;
  for (const [path, file] of one) {
    const now = other.get(path);
    if (now === undefined || now.type !== file.type || now.stats.mode !== file.stats.mode) return false;
    if (now.content === undefined || file.content === undefined || !now.content.equals(file.content))
      return false;
  }
  return true;
}
