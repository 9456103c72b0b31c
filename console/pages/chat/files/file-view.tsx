import { useSignal } from "@preact/signals";
import type { ChangedFile, FileVersion } from "../../../../src/contract/data/changed-file.ts";
import { useConsole } from "../../../core/console-context.ts";
import { saveFile } from "../../../core/save-file.ts";
import { useData } from "../../../core/use-data.ts";
import { useFormat } from "../../../core/use-format.ts";
import { useWords } from "../../../core/words.ts";
import { Button } from "../../../parts/button.tsx";
import { DiffView } from "../../../parts/diff-view.tsx";
import { LoadedView } from "../../../parts/loaded-view.tsx";
import { Preview } from "../../../parts/preview/preview.tsx";
import { previewKind } from "../../../parts/preview/preview-kind.ts";
import { Segments } from "../../../parts/segments.tsx";
import { fileWords } from "../../../words/file.ts";

type View = "preview" | "source" | "changes";

interface FileViewProps {
  readonly conversation: string;
  readonly file: ChangedFile;
}

interface FileChangesProps {
  readonly conversation: string;
  readonly file: ChangedFile;
  readonly version: FileVersion;
}

/** One file: a preview, its source, its changes, and its versions. */
export function FileView({ conversation, file }: FileViewProps) {
  const say = useWords(fileWords);
  const view = useSignal<View>("preview");
  const { versions, path } = file;
  const number = useSignal(versions.length - 1);
  const version = versions[number.value];
  const hasSource = ["page", "table", "markdown"].includes(previewKind(path)) || /\.svg$/i.test(path);
  const views: readonly View[] = hasSource ? ["preview", "source", "changes"] : ["preview", "changes"];
  return (
    <div class="stack">
      <div class="file-tools">
        <Segments
          label={say("view")}
          value={view.value}
          options={views.map((value) => ({ value, label: say(value) }))}
          onChange={(value) => {
            view.value = value;
          }}
        />
        <VersionChoice
          versions={versions}
          chosen={number.value}
          onChange={(next) => {
            number.value = next;
          }}
        />
      </div>
      {version === undefined ? null : view.value === "changes" ? (
        <FileChanges conversation={conversation} file={file} version={version} />
      ) : version.bytes === undefined ? (
        <p class="soft">{say("noFile")}</p>
      ) : version.readable ? (
        <Content conversation={conversation} file={file} version={version} source={view.value === "source"} />
      ) : (
        <p class="soft">{say("gone")}</p>
      )}
    </div>
  );
}

function Content({
  conversation,
  file,
  version,
  source,
}: FileViewProps & { version: FileVersion; source: boolean }) {
  const { api } = useConsole();
  const say = useWords(fileWords);
  const params = { id: conversation, file: file.id };
  const content = useData(
    () =>
      api.download("/api/conversations/{id}/files/{file}", { params, query: { version: version.number } }),
    [conversation, file.id, version.number],
  );
  const name = file.path.split("/").at(-1) ?? file.path;
  return (
    <LoadedView data={content}>
      {(blob) => (
        <div class="stack">
          <div class="actions">
            <Button small icon="download" onClick={() => saveFile(blob, name)}>
              {say("download")}
            </Button>
          </div>
          <Preview name={name} content={blob} source={source} />
        </div>
      )}
    </LoadedView>
  );
}

interface VersionChoiceProps {
  readonly versions: readonly FileVersion[];
  readonly chosen: number;
  onChange(version: number): void;
}

/** The versions of a file, latest first. */
function VersionChoice({ versions, chosen, onChange }: VersionChoiceProps) {
  const say = useWords(fileWords);
  const format = useFormat();
  const label = ({ kind, at, tool, undone }: FileVersion) =>
    [
      at === undefined ? "" : format.dateTime(at),
      tool === undefined ? say(kind) : `${say(kind)} · ${tool}`,
      undone ? say("undone") : "",
    ]
      .filter((part) => part !== "")
      .join(" · ");
  return (
    <label class="file-version">
      <span class="soft small">{say("version")}</span>
      <select
        class="input narrow"
        value={`${chosen}`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {versions.toReversed().map((version) => (
          <option key={version.number} value={`${version.number}`}>
            {`${version.number + 1} · ${label(version)}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The changes between the previous version and this one. */
function FileChanges({ conversation, file, version: { number, readable, bytes } }: FileChangesProps) {
  const { api } = useConsole();
  const say = useWords(fileWords);
  const before = file.versions[number - 1];
  const isKnown =
    (readable || bytes === undefined) && (before?.readable === true || before?.bytes === undefined);
  const changes = useData(
    async (): Promise<{ readonly diff?: string | undefined }> =>
      before === undefined || !isKnown
        ? {}
        : api.get("/api/conversations/{id}/files/{file}/diff", {
            params: { id: conversation, file: file.id },
            query: { from: before.number, to: number },
          }),
    [conversation, file.id, number],
  );
  if (before === undefined) return <p class="soft">{say("first")}</p>;
  if (!isKnown) return <p class="soft">{say("gone")}</p>;
  return (
    <LoadedView data={changes}>
      {({ diff }) =>
        diff === undefined ? (
          <p class="soft">{say("noDiff")}</p>
        ) : diff.includes("\n@@ ") ? (
          <DiffView text={diff} />
        ) : (
          <p class="soft">{say("same")}</p>
        )
      }
    </LoadedView>
  );
}
