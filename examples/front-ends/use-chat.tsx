// A chat page with `useChat` of the AI SDK in front of `dejima serve`. A call that needs approval has two buttons.
// npm install ai @ai-sdk/react react react-dom; let your dev server pass /api on to http://127.0.0.1:7788.
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const transport = new DefaultChatTransport({ api: "/api/chat" });

function Chat() {
  const [text, setText] = useState("");
  const { messages, sendMessage, addToolApprovalResponse, status } = useChat({
    transport,
    // The answer to a question goes out as soon as it is given.
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const parts = messages.flatMap(({ id, role, parts: held }) =>
    held.map((part, at) => ({ key: `${id}-${at}`, role, part })),
  );
  const words = new Map(
    parts.flatMap(({ part }) =>
      part.type === "data-approval"
        ? [[part.data.id, [part.data.title, ...part.data.words].join("\n- ")] as const]
        : [],
    ),
  );
  return (
    <main>
      {parts.map(({ key, role, part }) => {
        if (part.type === "text")
          return (
            <p key={key} className={role}>
              {part.text}
            </p>
          );
        if (part.type !== "dynamic-tool") return null;
        if (part.state !== "approval-requested")
          return (
            <p key={key} className="call">
              {part.toolName}: {part.state}
            </p>
          );
        const answer = (approved: boolean) =>
          void addToolApprovalResponse({ id: part.approval.id, approved });
        return (
          <section key={key} className="question" aria-label="Approval needed">
            <pre>{words.get(part.approval.id) ?? JSON.stringify(part.input, null, 2)}</pre>
            <button type="button" onClick={() => answer(true)}>
              Approve
            </button>
            <button type="button" onClick={() => answer(false)}>
              Deny
            </button>
          </section>
        );
      })}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText("");
        }}
      >
        <input
          aria-label="Message"
          value={text}
          disabled={status !== "ready"}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">Send</button>
      </form>
    </main>
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(<Chat />);
