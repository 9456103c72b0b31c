/** Why no rule can allow a statement. */
export class RefusedStatement extends Error {}
