/** Runs the real CDK CLI as a person would, with nothing of this machine's own account or home. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ControlPlane } from "./control-plane.ts";
import type { RefusingProxy } from "./refusing-proxy.ts";

/** What `npx cdk` runs. */
const cli = fileURLToPath(new URL("../../../../node_modules/.bin/cdk", import.meta.url));
const cdkJson = new URL("../../../../cdk.json", import.meta.url);

export interface Run {
  status: number;
  /** What it wrote to the terminal, both ways. */
  said: string;
}

export interface Person {
  /** `cdk <command>` with that assembly as the app. */
  cdk(assembly: string, ...command: readonly string[]): Promise<Run>;
  leave(): void;
}

export function createPerson({ url, credentials }: ControlPlane, proxy: RefusingProxy): Person {
  const home = mkdtempSync(join(tmpdir(), "portal-person-"));
  const project = join(home, "project");
  mkdirSync(project);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CI: "true",
    NO_COLOR: "1",
    // The CLI is 16 MB of source: what Node made of it once serves every run.
    NODE_COMPILE_CACHE: join(home, "compiled"),
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: "ap-northeast-1",
    HTTP_PROXY: proxy.url,
    HTTPS_PROXY: proxy.url,
    NO_PROXY: "127.0.0.1,localhost",
  };

  return {
    cdk(assembly, ...command) {
      // The repository's own settings; the app is synthesized already, so there is nothing to build.
      const settings = { ...JSON.parse(readFileSync(cdkJson, "utf8")), app: assembly, build: undefined };
      writeFileSync(join(project, "cdk.json"), JSON.stringify(settings));
      return new Promise((resolve) => {
        execFile(
          process.execPath,
          [cli, ...command],
          { cwd: project, env, maxBuffer: 64 * 1024 * 1024 },
          (error, stdout, stderr) =>
            resolve({ status: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
        );
      });
    },
    leave: () => rmSync(home, { recursive: true, force: true }),
  };
}
