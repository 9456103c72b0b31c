import { compileGlob, type PathTest } from "../search/compile-glob.ts";

/** Compiles patterns into a test of a path: does it, or a folder it lies in, have a name that says it holds secrets? */
export function compileSensitive(patterns: readonly string[]): PathTest {
  const rules = patterns.map((pattern) => {
    const glob = pattern.replace(/^!/, "");
    const anywhere = glob.includes("/") ? `**/${glob}` : glob;
    return { takesBack: pattern.startsWith("!"), matches: compileGlob(anywhere, { ignoreCase: true }) };
  });
  const covers = (path: string) =>
    rules.reduce((covered, rule) => (rule.matches(path) ? !rule.takesBack : covered), false);
  return (path) => {
    for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
      if (covers(path.slice(0, end))) return true;
    }
    return covers(path);
  };
}
