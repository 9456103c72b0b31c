import { Icon } from "./icon.tsx";

/** The overlay while files are dragged over the page. */
export function DropVeil({ label }: { label: string }) {
  return (
    <div class="drop">
      <Icon name="upload" />
      <p>{label}</p>
    </div>
  );
}
