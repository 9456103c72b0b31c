import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { allCommands } from "../../src/doors/cli/command-table.ts";
import { ROUTES } from "../surface/route-pins.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "deploy/kubernetes");

const manifestsOf = (file: string) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), "utf8")).map((document) => {
    expect(document.errors, file).toEqual([]);
    return document.toJS();
  });

type Manifest = ReturnType<typeof manifestsOf>[number];

const files = readdirSync(FOLDER).filter((file) => file !== "kustomization.yaml");
const manifests = files.flatMap(manifestsOf);
const [kustomization] = manifestsOf("kustomization.yaml");
const named = (kind: string, name: string) => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found === undefined) throw new Error(`No ${kind} ${name}`);
  return found;
};
const deployments = manifests.filter(({ kind }) => kind === "Deployment");
const podOf = ({ spec }: Manifest) => spec.template.spec;
const containerOf = (deployment: Manifest) => podOf(deployment).containers[0];

test("the manifests name one another: every file, image, volume, label and key is there", () => {
  expect(kustomization?.resources.toSorted()).toEqual(files.toSorted());
  expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual(["web", "worker"]);
  for (const deployment of deployments) {
    const { name } = deployment.metadata;
    const labels = deployment.spec.template.metadata.labels;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(named("PodDisruptionBudget", name).spec.selector.matchLabels).toEqual(labels);
    const { image, volumeMounts, envFrom, securityContext } = containerOf(deployment);
    expect(kustomization?.images.map((one: { name: string }) => one.name)).toContain(image);
    const volumes = podOf(deployment).volumes;
    expect(volumeMounts.map((mount: { name: string }) => mount.name)).toEqual(
      volumes.map((volume: { name: string }) => volume.name),
    );
    for (const { persistentVolumeClaim: claim } of volumes)
      if (claim !== undefined) named("PersistentVolumeClaim", claim.claimName);
    expect(envFrom).toEqual([{ configMapRef: { name: "dejima" } }, { secretRef: { name: "dejima" } }]);
    // As the namespace demands it.
    expect(podOf(deployment).securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  }
  const service = named("Service", "web").spec;
  expect(service.selector).toEqual(named("Deployment", "web").spec.template.metadata.labels);
  expect(service.ports[0].targetPort).toBe(containerOf(named("Deployment", "web")).ports[0].name);
});

test("commands, flags, ports, probes, folders and variables are those of the program and its image", async () => {
  const image = readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8");
  const commands = await allCommands();
  for (const deployment of deployments) {
    const [word, ...given] = containerOf(deployment).args as string[];
    const command = commands.find(({ path }) => path.join(" ") === word);
    const known = command?.options.map(({ flags }) => flags.split(" ")[0]);
    for (const flag of given.filter((text) => text.startsWith("--"))) expect(known, flag).toContain(flag);
    const mounted = containerOf(deployment).volumeMounts.map(
      (mount: { mountPath: string }) => mount.mountPath,
    );
    for (const folder of JSON.parse(/^VOLUME (.+)$/m.exec(image)?.[1] ?? "[]"))
      expect(mounted).toContain(folder);
    expect(String(podOf(deployment).securityContext.runAsUser)).toBe("1000"); // `node` of the image
  }
  const web = containerOf(named("Deployment", "web"));
  expect(web.ports[0].containerPort).toBe(Number(/^EXPOSE (\d+)$/m.exec(image)?.[1]));
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
    const { path, port, httpHeaders } = web[probe].httpGet;
    expect(ROUTES).toContain(`GET ${path}`);
    expect(port).toBe(web.ports[0].name);
    // A probe comes by an address; the server answers to its names alone.
    expect(web.args).toContain(httpHeaders[0].value);
  }
  expect([web.livenessProbe.httpGet.path, web.readinessProbe.httpGet.path]).toEqual(["/healthz", "/readyz"]);
  const settings = { ...named("ConfigMap", "dejima").data, ...named("Secret", "dejima").stringData };
  expect(settings).toMatchObject({ DEJIMA_RUNS: "workers" });
  expect(settings.DEJIMA_STORE).toMatch(/^postgres:/);
  expect(settings.DEJIMA_BLOBS).toMatch(/^s3:/);
  const sources = [
    ...["config/load-config.ts", "vault/vault-key.ts", "blobs/open-blobs.ts"],
    "model/language/providers.ts",
  ];
  const read = sources.map((file) => readFileSync(join(ROOT, "src", file), "utf8")).join("\n");
  for (const name of Object.keys(settings)) expect(read.includes(name), name).toBe(true);
});

const hasKubectl = spawnSync("kubectl", ["version", "--client"], { stdio: "ignore" }).status === 0;

test.skipIf(!hasKubectl)("kubectl builds the manifests, with the image of the registry", () => {
  const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", FOLDER], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout.match(/image: registry\.example\.com\/dejima:latest/g)).toHaveLength(2);
});
