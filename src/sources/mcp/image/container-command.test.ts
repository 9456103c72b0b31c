import { expect, test } from "vitest";
import { readContainerCommand } from "./container-command.ts";

const read = (line: string) => readContainerCommand(line.split(" "), "/project");
const refusedOf = (line: string) => read(line)?.refused.map(({ option }) => option);

test("readContainerCommand() reads the forms that servers' READMEs give", () => {
  expect(
    read("docker run -i --rm -e GITHUB_TOKEN -e HOST=github.com ghcr.io/github/github-mcp-server stdio"),
  ).toEqual({
    image: "ghcr.io/github/github-mcp-server",
    args: ["stdio"],
    mounts: [],
    refused: [],
    environment: { HOST: "github.com" },
    passed: ["GITHUB_TOKEN"],
    without: expect.any(Array),
  });
  for (const line of [
    "docker run -it --rm img:1@sha256:ab x",
    "docker run -i --init --pull=always --name box --network=none --read-only img:1@sha256:ab x",
    "/usr/bin/podman container run --interactive --rm=true -m 512m --cap-drop ALL img:1@sha256:ab x",
    "docker run --security-opt no-new-privileges:true --privileged=false -u 1000:1000 -- img:1@sha256:ab x",
  ])
    expect(read(line), line).toMatchObject({ image: "img:1@sha256:ab", args: ["x"], refused: [] });
  expect(read("docker run -i --entrypoint node -w /app img -e --privileged")).toMatchObject({
    entrypoint: "node",
    workingDirectory: "/app",
    args: ["-e", "--privileged"],
    refused: [],
  });
});

test("readContainerCommand() tells folders of this machine from those that are kept for the server", () => {
  const mounts = (option: string) => read(`docker run ${option} img`)?.mounts;
  const path = { kind: "path", source: "/project/docs", target: "/docs", access: "read-write" };
  expect(mounts("-v ./docs:/docs")).toEqual([path]);
  expect(mounts("-v./docs:/docs:ro,z")).toEqual([{ ...path, access: "read-only" }]);
  expect(mounts("--volume=/project/docs:/docs/../docs")).toEqual([path]);
  expect(mounts("--mount type=bind,src=./docs,dst=/docs,readonly")).toEqual([
    { ...path, access: "read-only" },
  ]);
  expect(mounts("--mount type=bind,source=./docs,target=/docs,readonly=false")).toEqual([path]);
  expect(mounts("-v memory:/data")).toEqual([
    { kind: "kept", source: "memory", target: "/data", access: "read-write" },
  ]);
  expect(mounts("-v /data")).toEqual([
    { kind: "kept", source: "data", target: "/data", access: "read-write" },
  ]);
  expect(mounts("-v ..:/up")).toEqual([{ ...path, source: "/", target: "/up" }]);
});

test("readContainerCommand() refuses what would widen, however it is spelled", () => {
  for (const [option, named] of [
    ["--privileged", "--privileged"],
    ["--privileged=true", "--privileged"],
    ["--network host", "--network host"],
    ["--net=host", "--network host"],
    ["--network=container:other", "--network container:other"],
    ["--pid=host", "--pid host"],
    ["--ipc host", "--ipc host"],
    ["--userns=host", "--userns host"],
    ["--cap-add SYS_ADMIN", "--cap-add SYS_ADMIN"],
    ["--device /dev/kvm", "--device /dev/kvm"],
    ["--security-opt seccomp=unconfined", "--security-opt seccomp=unconfined"],
    ["-p 80:80", "--publish 80:80"],
    ["-p80:80", "--publish 80:80"],
    ["-itP", "--publish-all"],
    ["-u 0", "--user 0"],
    ["-uroot:root", "--user root:root"],
    ["-v ~/x:/x", "--volume ~/x:/x"],
    ["--mount type=tmpfs,dst=/x", "--mount type=tmpfs,dst=/x"],
    ["--volumes-from other", "--volumes-from other"],
    ["--runtime=other", "--runtime other"],
    ["--made-up", "--made-up"],
    ["-x", "-x"],
  ] as const)
    expect(refusedOf(`docker run -i ${option} img`), option).toEqual([named]);
});

test("readContainerCommand() gives the command without what it refuses", () => {
  expect(read("docker run -i --privileged -e A --net host --rm img --net host")?.without).toEqual(
    "docker run -i -e A --rm img --net host".split(" "),
  );
});

test("readContainerCommand() takes no other command for one", () => {
  for (const line of [
    "docker ps",
    "docker exec -i box server",
    "podmanx run img",
    "run img",
    "npx docker run img",
  ])
    expect(read(line), line).toBeUndefined();
  expect(refusedOf("docker run -i")).toEqual(["a command without an image"]);
});
