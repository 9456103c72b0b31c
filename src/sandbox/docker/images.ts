import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { createEngine } from "./engine.ts";

const imageSchema = z.object({ Id: z.string() });

/** The images of a container engine. */
export interface Images {
  /** The id of an image. `undefined` if the engine does not have it. */
  find(image: string): Promise<string | undefined>;
  /** Pulls an image from its registry. Returns its id. */
  pull(image: string): Promise<string>;
}

/** The images of the engine behind this socket. */
export function openImages(socket: string): Images {
  const engine = createEngine(socket);
  const unreachable = (error: unknown): never => {
    throw new DejimaError(
      "server_unavailable",
      `Cannot use the container engine at ${socket}: ${thrownText(error)}. Start Docker or Podman's socket, or set sandbox.socket`,
      { socket },
      { cause: error },
    );
  };
  async function find(image: string): Promise<string | undefined> {
    const found = await engine.call(`/images/${image}/json`, { accept: [404] }).catch(unreachable);
    return imageSchema.safeParse(found).data?.Id;
  }
  return {
    find,
    async pull(image) {
      const query = { fromImage: /@|:[^/]*$/.test(image) ? image : `${image}:latest` };
      const output = await engine
        .call("/images/create", { method: "POST", query, patient: true })
        .catch((error: unknown) => thrownText(error));
      const id = await find(image);
      if (id !== undefined) return id;
      const why = /"error":"((?:[^"\\]|\\.)*)"/.exec(String(output))?.[1] ?? String(output).slice(-300);
      throw new DejimaError(
        "server_unavailable",
        `Cannot fetch the image ${image}: ${why || "the engine does not have it"}. Where the registry needs a login, run docker pull ${image} first`,
        { image },
      );
    },
  };
}
