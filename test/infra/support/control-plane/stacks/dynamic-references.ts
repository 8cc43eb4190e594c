/**
 * `{{resolve:...}}` in a property: CloudFormation puts the value in its place while it makes the resource.
 * Source: CloudFormation User Guide, "Get values stored in other services using dynamic references".
 */
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import type { Account } from "../account.ts";
import { invalid } from "../template/template.ts";
import { isObject, type JsonObject } from "../template/values.ts";
import type { Resource } from "./resource.ts";

const reference = /\{\{resolve:([\w-]+):([^}]+)\}\}/g;
const secretReference = /^((?:arn:(?:[^:]*:){5})?[^:]+):SecretString:([^:]*):([^:]*):([^:]*)$/;

/** The same properties with every reference resolved. Refused when one leads nowhere in that region. */
export const resolved = (properties: JsonObject, account: Account, region: string): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, resolvedValue(value, account, region)]),
  );

function resolvedValue(value: unknown, account: Account, region: string): unknown {
  if (typeof value === "string") {
    return value.replace(reference, (_, service: string, what: string) => {
      if (service === "secretsmanager") return secretOf(what, account, region);
      if (service === "ssm") return parameterOf(what, account, region);
      throw invalid(`Dynamic references to ${service} are not known here`);
    });
  }
  if (Array.isArray(value)) return value.map((each) => resolvedValue(each, account, region));
  if (!isObject(value)) return value;
  return resolved(value, account, region);
}

function secretOf(what: string, account: Account, region: string): string {
  const [, id = "", member = ""] = secretReference.exec(what) ?? [];
  const isMeant = ({ type, physicalId, properties }: Resource) =>
    type === "AWS::SecretsManager::Secret" && [physicalId, properties.Name].includes(id);
  const secret = [...account.existing].find((each) => each.region === region && isMeant(each));
  if (!secret) throw notFound("Secrets Manager can't find the specified secret.");
  const { secretValue } = secret;
  if (secretValue === undefined) {
    throw notFound("Secrets Manager can't find the specified secret value for staging label: AWSCURRENT");
  }
  return member === "" ? secretValue : String(JSON.parse(secretValue)[member]);
}

function parameterOf(what: string, account: Account, region: string): string {
  const [name = ""] = what.split(":");
  const value = account.parameter(region, name);
  if (value === undefined) {
    throw invalid(`Unable to fetch parameters [${name}] from parameter store for this account.`);
  }
  return value;
}

const notFound = (message: string): ServiceError => new ServiceError("ResourceNotFoundException", message);
