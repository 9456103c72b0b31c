/** A request to the drawing page. */
export interface DiagramRequest {
  readonly text: string;
  readonly dark: boolean;
}

/** The SVG of a diagram with its size, or the reason why it could not be drawn. */
export type DiagramAnswer =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly problem: string };
