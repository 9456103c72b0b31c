/** A problem that the server reports, or that it could not be reached. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "ApiProblem";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Parses a problem from an error response. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => "");
  try {
    const { code = "internal", detail = text, details = {} } = JSON.parse(text);
    return new ApiProblem(response.status, String(code), String(detail), details);
  } catch {
    return new ApiProblem(response.status, "internal", text.slice(0, 500) || response.statusText);
  }
}

/** Converts anything thrown to a problem. */
export function asProblem(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  if (thrown instanceof TypeError) return new ApiProblem(0, "unreachable", thrown.message);
  return new ApiProblem(0, "internal", thrown instanceof Error ? thrown.message : String(thrown));
}
