/** What somebody must acknowledge before a template may touch IAM. Source: CreateStack, `Capabilities`. */
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import type { Template } from "../template/template.ts";

const identities =
  /^AWS::IAM::(AccessKey|Group|InstanceProfile|ManagedPolicy|Policy|Role|User|UserToGroupAddition)$/;
const names = ["GroupName", "InstanceProfileName", "ManagedPolicyName", "RoleName", "UserName"];

export function checkCapabilities({ Resources }: Template, given: readonly string[]): void {
  const touched = Object.values(Resources).filter(({ Type }) => identities.test(Type));
  if (touched.length === 0) return;
  const isNamed = touched.some(
    ({ Type, Properties = {} }) => Type !== "AWS::IAM::Policy" && names.some((name) => name in Properties),
  );
  const enough = isNamed ? ["CAPABILITY_NAMED_IAM"] : ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"];
  if (enough.some((capability) => given.includes(capability))) return;
  throw new ServiceError("InsufficientCapabilitiesException", `Requires capabilities : [${enough[0]}]`);
}
