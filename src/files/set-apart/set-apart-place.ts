import { join } from "node:path";
import type { SetApartFile } from "../../contract/file-access.ts";
import { openSetApartFolder, type SetApartFolder } from "./set-apart-folder.ts";
import { type SelfStartingChanges, settleSurvey } from "./settle-survey.ts";
import { openSurveyRecords, type SurveyRecords } from "./survey-records.ts";
import type { SurveyDisk } from "./survey-self-starting.ts";

/** A file that Dejima itself puts somewhere because it was allowed to. */
interface VouchedFile {
  /** The true path. */
  readonly path: string;
  readonly sha256: string;
  readonly mode: number;
}

/** A look at the self-starting files of folders that a program can write to. */
export interface StartingWatch {
  /** Sets apart what is new or changed since the last look, and puts back what stood there. */
  look(callId: string): Promise<SelfStartingChanges>;
  /** The last look, once the program has ended. */
  close(callId: string): Promise<SelfStartingChanges>;
  /** Tells of a file that is about to be put there by somebody else than the program. */
  vouch(file: VouchedFile): void;
}

/** Where self-starting files go that nobody has accepted, and what is known of those who may write some. */
export interface SetApartPlace {
  readonly folder: SetApartFolder;
  /** Folders that Dejima itself writes to while a program runs. */
  readonly except: readonly string[];
  readonly records: SurveyRecords;
  /** The programs of this process that can write to folders now. */
  readonly watches: Set<StartingWatch>;
  /** What was set apart when there was no result to name it in; the next one does. */
  readonly untold: SetApartFile[];
}

/** The folder of the home in which surveys of running programs are kept. */
export const SURVEYS = "open";

/** Opens the place; nothing is made until something is set apart or a program starts. */
export function openSetApartPlace(folder: string, except: readonly string[]): SetApartPlace {
  return {
    folder: openSetApartFolder(folder),
    except,
    records: openSurveyRecords(join(folder, SURVEYS)),
    watches: new Set(),
    untold: [],
  };
}

/** Tells all watches of a file that Dejima itself is about to write. */
export function vouchFor(place: SetApartPlace | undefined, file: VouchedFile): void {
  for (const watch of place?.watches ?? []) watch.vouch(file);
}

/** Sets apart what programs left behind whose Dejima was killed. */
export async function settleLeftOver(disk: SurveyDisk, place: SetApartPlace): Promise<SetApartFile[]> {
  const found: SetApartFile[] = [];
  for (const { id, record } of await place.records.leftOver()) {
    const { changes } = await settleSurvey(disk, record, { ...place, isVouched: () => false });
    found.push(...changes.setApart);
    await place.records.remove(id);
  }
  place.untold.push(...found);
  return found;
}
