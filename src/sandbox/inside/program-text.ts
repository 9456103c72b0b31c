/** A function as a program of its own, for a Node inside a sandbox that cannot see our files. */
export function programText(main: () => void | Promise<void>): string {
  return `"use strict";\n(${main.toString()})();\n`;
}
