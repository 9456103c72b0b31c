type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** The resources that a `subscriptions/listen` request wants to hear about; none for any other message. */
export function listenedResources(message: unknown): string[] {
  if (!isFields(message) || message.method !== "subscriptions/listen" || !isFields(message.params)) return [];
  const { notifications } = message.params;
  const wanted = isFields(notifications) ? notifications.resourceSubscriptions : undefined;
  return Array.isArray(wanted) ? wanted.filter((uri) => typeof uri === "string") : [];
}
