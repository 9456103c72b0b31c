import { readProblem } from "./api-problem.ts";

interface Upload {
  readonly file: Blob;
  readonly headers: Record<string, string>;
  onProgress(fraction: number): void;
}

/** Sends a file as the body of a POST. Only XMLHttpRequest reports upload progress. */
export function uploadFile<Data>(path: string, { file, headers, onProgress }: Upload): Promise<Data> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader(
      "content-type",
      /\.(?:tgz|tar\.gz)$/.test(nameOf(file)) ? "application/gzip" : "application/zip",
    );
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError("The connection was lost"));
    request.onload = async () => {
      const response = new Response(request.responseText, { status: request.status });
      if (response.ok) resolve(JSON.parse(request.responseText));
      else reject(await readProblem(response));
    };
    request.send(file);
  });
}

function nameOf(file: Blob): string {
  return file instanceof File ? file.name : "";
}
