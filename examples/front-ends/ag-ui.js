// A chat page with the client of AG-UI in front of `dejima serve`. A call that needs approval is an interrupt.
// npm install @ag-ui/client; let your dev server pass /api on to http://127.0.0.1:7788.
import { HttpAgent } from "@ag-ui/client";

const agent = new HttpAgent({ url: "/api/chat", threadId: crypto.randomUUID() });

const thread = document.body.appendChild(document.createElement("main"));
const form = document.body.appendChild(document.createElement("form"));
const input = form.appendChild(document.createElement("input"));
input.ariaLabel = "Message";
form.appendChild(document.createElement("button")).textContent = "Send";

form.addEventListener("submit", (event) => {
  event.preventDefault();
  agent.addMessage({ id: crypto.randomUUID(), role: "user", content: input.value });
  input.value = "";
  void run();
});

/** Runs the agent, and shows the thread as it grows. */
async function run(resume = []) {
  input.disabled = true;
  await agent.runAgent(resume.length === 0 ? {} : { resume }, { onMessagesChanged: show });
  input.disabled = false;
  show();
}

function show() {
  thread.replaceChildren(
    ...agent.messages
      .filter(({ role, content }) => role !== "tool" && typeof content === "string" && content !== "")
      .map(({ role, content }) => element("p", role, content)),
    ...agent.pendingInterrupts.map(question),
  );
}

function question({ id, message }) {
  const section = element("section", "question", "");
  section.ariaLabel = "Approval needed";
  const answer = (approved) => void run([{ interruptId: id, status: "resolved", payload: { approved } }]);
  section.append(
    element("pre", "", message),
    button("Approve", () => answer(true)),
    button("Deny", () => answer(false)),
  );
  return section;
}

function button(words, onClick) {
  const made = element("button", "", words);
  made.addEventListener("click", onClick);
  return made;
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
