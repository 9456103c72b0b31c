/** The value of `--skill`, which may be given several times. */
export function activeSkills(given: unknown): { skills?: readonly string[] } {
  return Array.isArray(given) ? { skills: given.map(String) } : {};
}
