/** What the page that draws is asked for. */
export interface DiagramRequest {
  readonly text: string;
  readonly dark: boolean;
}

/** A drawing as an SVG picture with its size, or why there is none. */
export type DiagramAnswer =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly problem: string };
