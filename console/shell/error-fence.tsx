import { Component, type ComponentChildren } from "preact";
import { useWords } from "../core/words.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { shellWords } from "../words/shell.ts";

interface Props {
  readonly children: ComponentChildren;
}

/** An error boundary: keeps an error of one page from breaking the frame. */
export class ErrorFence extends Component<Props, { why: string | undefined }> {
  override state = { why: undefined as string | undefined };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ why: error instanceof Error ? error.message : String(error) });
  }

  override render({ children }: Props) {
    const { why } = this.state;
    return why === undefined ? children : <Broken why={why} />;
  }
}

function Broken({ why }: { why: string }) {
  const say = useWords(shellWords);
  return (
    <div class="page">
      <EmptyState icon="warning" title={say("broken")}>
        <p>{say("brokenHint", { why })}</p>
        <Button icon="refresh" onClick={() => location.reload()}>
          {say("reload")}
        </Button>
      </EmptyState>
    </div>
  );
}
