import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * Lets the files of a folder import what ships with Dejima by its name, wherever the folder lies: `dejima` and `zod` lead to the ones that
 * this process runs on. Nothing else, and no other file, is led anywhere.
 */
export function resolveOwn(folder: string, own: Readonly<Record<string, string>>): { stop(): void } {
  const inside = `${pathToFileURL(folder).href}/`;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const ours = context.parentURL?.startsWith(inside) === true && Object.hasOwn(own, specifier);
      return next(ours ? (own[specifier] ?? specifier) : specifier, context);
    },
  });
  return { stop: () => hooks.deregister() };
}
