// Shows what the server tells while no page of the console is looked at. It holds no data and answers no requests.

self.addEventListener("push", (event) => {
  event.waitUntil(show(read(event.data)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.to));
});

function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function show({ title = "Dejima", body = "", tag = "dejima", to = "#/chat", always = false }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // An open page says it itself.
  if (!always && pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  await self.registration.showNotification(title, { body, tag, icon: "/harbour.svg", data: { to } });
}

/** Leads to a place of the console, and nowhere else. */
async function open(to) {
  const place = typeof to === "string" && to.startsWith("#/") ? to : "#/chat";
  const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (page === undefined) return void (await self.clients.openWindow(`/${place}`));
  await page.focus();
  page.postMessage({ type: "go", to: place });
}
