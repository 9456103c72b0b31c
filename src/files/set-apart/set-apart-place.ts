import { join } from "node:path";
import type { SetApartFile } from "../../contract/data/file-access.ts";
import { openSetApartFolder, type SetApartFolder } from "./set-apart-folder.ts";
import { type SelfStartingChanges, settleSurvey } from "./settle-survey.ts";
import { openSurveyRecords, type SurveyRecords } from "./survey-records.ts";
import type { SurveyDisk } from "./survey-self-starting.ts";

/** A file that Dejima itself writes, because the call was allowed. */
interface OwnWrite {
  /** The canonical path. */
  readonly path: string;
  readonly sha256: string;
  readonly mode: number;
}

/** Watches the self-starting files in folders that a program can write to. */
export interface StartingWatch {
  /** Sets apart what is new or changed since the last check, and restores the previous files. */
  check(callId: string): Promise<SelfStartingChanges>;
  /** The last check, once the program has ended. */
  close(callId: string): Promise<SelfStartingChanges>;
  /** Announces a file that is about to be written by something other than the program. */
  announce(file: OwnWrite): void;
}

/** The place for unaccepted self-starting files, and the surveys of the programs that may write them. */
export interface SetApartPlace {
  readonly folder: SetApartFolder;
  /** Folders that Dejima itself writes to while a program runs. */
  readonly except: readonly string[];
  readonly records: SurveyRecords;
  /** The programs of this process that can write to folders now. */
  readonly watches: Set<StartingWatch>;
  /** Files that were set apart when no result could name them. The next result does. */
  readonly unreported: SetApartFile[];
}

/** The folder of the home with the surveys of running programs. */
export const SURVEYS = "open";

/** Opens the place. Nothing is created until something is set apart or a program starts. */
export function openSetApartPlace(folder: string, except: readonly string[]): SetApartPlace {
  return {
    folder: openSetApartFolder(folder),
    except,
    records: openSurveyRecords(join(folder, SURVEYS)),
    watches: new Set(),
    unreported: [],
  };
}

/** Announces to all watches a file that Dejima itself is about to write. */
export function announceWrite(place: SetApartPlace | undefined, file: OwnWrite): void {
  for (const watch of place?.watches ?? []) watch.announce(file);
}

/** Sets apart the files left by programs whose Dejima process was killed. */
export async function settleLeftOver(disk: SurveyDisk, place: SetApartPlace): Promise<SetApartFile[]> {
  const found: SetApartFile[] = [];
  for (const { id, record } of await place.records.leftOver()) {
    const { changes } = await settleSurvey(disk, record, { ...place, isVouched: () => false });
    found.push(...changes.setApart);
    await place.records.remove(id);
  }
  place.unreported.push(...found);
  return found;
}
