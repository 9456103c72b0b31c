/** Capitalizes the first letter of a text. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
