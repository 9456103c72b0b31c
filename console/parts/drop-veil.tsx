import { Icon } from "./icon.tsx";

/** What is seen while files are held over the page. */
export function DropVeil({ label }: { label: string }) {
  return (
    <div class="drop">
      <Icon name="upload" />
      <p>{label}</p>
    </div>
  );
}
