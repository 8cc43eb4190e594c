import { beforeEach, expect, test, vi } from "vitest";
import { type FunctionName, functionName } from "#infra/settings/functions.ts";
import { CommandRefused } from "#scripts/operator/command.ts";
import { rollBack } from "#scripts/operator/deployment/rollback.ts";
import { type DeployedPortal, serveDeployedPortal } from "./deployed-portal.ts";
import { stubAws } from "./support.ts";

let portal: DeployedPortal;
let printed: string[];

/** Two functions: the second deployment changed one, the third both. */
const deployments = {
  "v1.0.0": { health: "1", "post-user": "1" },
  "v1.1.0": { health: "2", "post-user": "1" },
  "v1.2.0": { health: "3", "post-user": "2" },
} as const;
const nameOf = (name: FunctionName) => functionName("prod", name);

function deployed(): DeployedPortal {
  const objects = Object.entries(deployments).flatMap(([name, { health, "post-user": user }], day) => {
    const at = `2026-11-0${day + 1}T00:00:00.000Z`;
    const functions = { [nameOf("health")]: health, [nameOf("post-user")]: user };
    const folder = `deployments/${name}`;
    return [
      [`${folder}/index.html`, { body: `index of ${name}`, at }],
      [`${folder}/signup/comp.html`, { body: `completion of ${name}`, at }],
      [`${folder}/deployment.json`, { body: JSON.stringify({ functions }), at }],
    ] as const;
  });
  return {
    stackStatus: "UPDATE_COMPLETE",
    objects: new Map(objects),
    functions: new Map([
      [nameOf("health"), { version: "3", deployment: "v1.2.0", versions: ["1", "2", "3"] }],
      [nameOf("post-user"), { version: "2", deployment: "v1.2.0", versions: ["1", "2"] }],
    ]),
    writes: [],
  };
}

const origin = await serveDeployedPortal(() => portal);
beforeEach(() => {
  portal = deployed();
  printed = [];
  stubAws(origin);
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line));
});

function setVariables(before: Record<string, string>, deployed: Record<string, string>): void {
  const user = portal.functions.get(nameOf("post-user"));
  if (user) user.variables = { "1": before, "2": deployed };
}
const rotate = (before: string, deployed: string, more = {}) =>
  setVariables({ ORIGIN_SECRETS: before }, { ORIGIN_SECRETS: deployed, ...more });
const replaceTable = (name: string) => setVariables({ TABLE_NAME: "Portal" }, { TABLE_NAME: name });

const rollBackTo = (name: string, ...more: string[]) => rollBack(["-c", "env=prod", "--to", name, ...more]);
const site = ["index.html", "signup/comp.html"];

test("going back, the site is first: the later functions still serve it", async () => {
  await rollBackTo("v1.1.0");
  expect(portal.writes.slice(0, 2).sort()).toEqual(site);
  expect(portal.writes.slice(2).sort()).toEqual([
    "Portal-prod-payment-post-user 1 {}",
    "Portal-prod-public-health 2 {}",
  ]);
  expect(portal.objects.get("index.html")?.body).toBe("index of v1.1.0");
  expect(portal.objects.get("signup/comp.html")?.body).toBe("completion of v1.1.0");
  expect(portal.objects.has("deployment.json")).toBe(false);
});

test("going forward again, the functions are first", async () => {
  await rollBackTo("v1.0.0");
  portal.writes = [];
  await rollBackTo("v1.2.0");
  expect(portal.writes.slice(0, 2).sort()).toEqual([
    "Portal-prod-payment-post-user 2 {}",
    "Portal-prod-public-health 3 {}",
  ]);
  expect(portal.writes.slice(2).sort()).toEqual(site);
  expect([...portal.functions.values()].map(({ deployment }) => deployment)).toEqual(["v1.2.0", "v1.2.0"]);
});

test("a dry run says what would be moved, and moves nothing", async () => {
  await rollBackTo("v1.1.0", "--dry-run");
  expect(printed.at(-1)).toBe("Dry run: nothing was changed.");
  expect(portal.writes).toEqual([]);
});

test("the deployments are listed with the live one, newest first", async () => {
  await rollBackTo("v1.0.0");
  printed = [];
  await rollBack(["-c", "env=prod", "--list"]);
  expect(printed).toEqual(["  v1.2.0", "  v1.1.0", "* v1.0.0"]);
});

test("the list says of each deployment that cannot come back, why", async () => {
  rotate("s1 s2", "s2 s3 s4");
  await rollBack(["-c", "env=prod", "--list"]);
  expect(printed).toEqual([
    "* v1.2.0",
    "  v1.1.0  cannot come back, deploy it instead: ORIGIN_SECRETS",
    "  v1.0.0  cannot come back, deploy it instead: ORIGIN_SECRETS",
  ]);
});

test.each<[string, () => unknown, string, RegExp]>([
  [
    "a deployment that does not exist",
    () => {},
    "v9",
    /^There is no deployment v9\. There are: v1\.2\.0, v1\.1/,
  ],
  [
    "an environment that is not deployed",
    () => Object.assign(portal, { stackStatus: undefined }),
    "v1.1.0",
    /^Portal-prod is not deployed\.$/,
  ],
  [
    "a deployment that is under way",
    () => Object.assign(portal, { stackStatus: "UPDATE_IN_PROGRESS" }),
    "v1.1.0",
    /^Portal-prod is being deployed \(UPDATE_IN_PROGRESS\): wait, or end it/,
  ],
  [
    "a version that somebody deleted",
    () => portal.functions.get(nameOf("post-user"))?.versions.shift(),
    "v1.1.0",
    /^Gone since v1\.1\.0: Portal-prod-payment-post-user\. --force goes on without them/,
  ],
  [
    "a deployment that answers 403 since the origin secret was rotated twice",
    () => rotate("s1 s2", "s2 s3 s4"),
    "v1.1.0",
    /^The functions of v1\.1\.0 cannot work with what is deployed since: ORIGIN_SECRETS\. Deploy v1\.1\.0 with/,
  ],
  [
    "a deployment with a table that was replaced",
    () => replaceTable("restored"),
    "v1.1.0",
    /^The functions of v1\.1\.0 cannot work with what is deployed since: TABLE_NAME\./,
  ],
  [
    "an environment without deployments",
    () => portal.objects.clear(),
    "v1.1.0",
    /^No deployment is kept in s3:\/\/site: deploy first\.$/,
  ],
])("%s is refused in a sentence, and nothing is moved", async (_, break_, to, sentence) => {
  break_();
  const refusal = await rollBackTo(to).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CommandRefused);
  expect((refusal as Error).message).toMatch(sentence);
  expect(portal.writes).toEqual([]);
});

test("a rotated origin secret or another setting keeps no deployment from coming back", async () => {
  rotate("s1 s2", "s1 s2 s3", { SITE_URL: "https://new.example" });
  await rollBackTo("v1.1.0");
  expect(portal.writes).toContain("Portal-prod-public-health 2 {}");
});

test("forced, it goes on without what is gone", async () => {
  portal.functions.delete(nameOf("post-user"));
  await rollBackTo("v1.1.0", "--force");
  expect(portal.writes.at(-1)).toBe("Portal-prod-public-health 2 {}");
  expect(portal.objects.get("index.html")?.body).toBe("index of v1.1.0");
});

/** Each deployment has new versions of both functions; the one of that number is live. */
function deployMany(count: number, live = count): void {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const names = [nameOf("health"), nameOf("post-user")];
  portal.objects = new Map(
    numbers.flatMap((number) => {
      const at = new Date(Date.UTC(2026, 10, number)).toISOString();
      const functions = Object.fromEntries(names.map((name) => [name, String(number)]));
      const folder = `deployments/v1.${number}.0`;
      return [
        [`${folder}/index.html`, { body: "", at }],
        [`${folder}/deployment.json`, { body: JSON.stringify({ functions }), at }],
      ] as const;
    }),
  );
  portal.functions = new Map(
    names.map((name) => [
      name,
      { version: String(live), deployment: `v1.${live}.0`, versions: numbers.map(String) },
    ]),
  );
}
const pruneDeployments = (...more: string[]) => rollBack(["-c", "env=prod", "--prune", ...more]);
const deletedOf = (name: string) =>
  portal.writes.filter((each) => each.startsWith(`-${name}`)).map((each) => each.slice(1));

test("deployments before the last ten go, manifest first, and the versions of none", async () => {
  deployMany(12);
  await pruneDeployments();
  const files = (name: string) =>
    ["deployment.json", "index.html"].map((file) => `deployments/${name}/${file}`);
  expect(deletedOf("deployments/")).toEqual([...files("v1.2.0"), ...files("v1.1.0")]);
  expect(deletedOf("Portal")).toEqual(
    (["health", "post-user"] as const).flatMap((name) => [`${nameOf(name)} 1`, `${nameOf(name)} 2`]),
  );
  portal.writes = [];
  await pruneDeployments();
  expect(deletedOf("deployments/")).toEqual([]);
});

test("the live deployment and every version under an alias stay, however old", async () => {
  deployMany(14, 2);
  portal.functions.get(nameOf("health"))?.versions.unshift("0");
  const user = portal.functions.get(nameOf("post-user"));
  const routed = {
    Name: "other",
    FunctionVersion: "14",
    RoutingConfig: { AdditionalVersionWeights: { "1": 0.1 } },
  };
  if (user) user.aliases = [routed];
  await pruneDeployments();
  expect(new Set(deletedOf("deployments/").map((key) => key.split("/")[1]))).toEqual(
    new Set(["v1.1.0", "v1.3.0", "v1.4.0"]),
  );
  expect(deletedOf("Portal")).toEqual([`${nameOf("health")} 0`, `${nameOf("health")} 1`]);
});

test("a dry run of it, and ten deployments, delete nothing", async () => {
  deployMany(12);
  await pruneDeployments("--dry-run");
  expect(printed).toEqual([
    "Deployment v1.2.0",
    "Deployment v1.1.0",
    "Versions of functions: 4",
    "Dry run: nothing was changed.",
  ]);
  deployMany(10);
  await pruneDeployments();
  expect(portal.writes).toEqual([]);
});
