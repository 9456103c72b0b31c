import { ArtifactPicture } from "../../parts/artifact/artifact-picture.tsx";
import { Icon } from "../../parts/icon.tsx";
import { splitMessage } from "./split-message.ts";
import type { Turn } from "./turn.ts";

/** The files of a message: pictures as thumbnails, others by name. */
export function SentFiles({ turn }: { turn: Turn }) {
  const { files } = splitMessage(turn.message);
  const named = files.length > 0 ? files : turn.files.map((name) => ({ name, isPicture: false }));
  return (
    <>
      {named.map(({ name, isPicture }) => (
        <p key={name} class="line tiny soft">
          {isPicture && turn.runId !== undefined ? (
            <ArtifactPicture runId={turn.runId} name={name} sent />
          ) : (
            <Icon name="attach" />
          )}
          {name}
        </p>
      ))}
    </>
  );
}
