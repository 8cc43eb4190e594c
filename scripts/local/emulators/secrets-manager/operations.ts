/** GetSecretValue, PutSecretValue and DescribeSecret. */
import { z } from "zod";
import { denialOf } from "../aws/access.ts";
import { type JsonOperation, readInput } from "../aws/json-service.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Principal } from "../emulator.ts";
import type { Secret, SecretStore, SecretVersion } from "./secret-store.ts";

const secretId = z.string().min(1).max(2048);
const schemas = {
  get: z.object({
    SecretId: secretId,
    VersionId: z.string().optional(),
    VersionStage: z.string().optional(),
  }),
  put: z.object({
    SecretId: secretId,
    ClientRequestToken: z.string().min(32).max(64),
    SecretString: z.string().max(65_536),
    VersionStages: z.array(z.string()).min(1).default(["AWSCURRENT"]),
  }),
  describe: z.object({ SecretId: secretId }),
};

export function createSecretOperations(store: SecretStore): Record<string, JsonOperation> {
  // A denied caller does not learn whether the secret exists.
  const findFor = (caller: Principal, action: string, id: string): Secret => {
    const secret = store.find(id);
    const denial = denialOf(caller, action, `resource: ${secret?.arn ?? id}`);
    if (denial) throw new ServiceError("AccessDeniedException", denial);
    if (!secret) throw notFound("Secrets Manager can't find the specified secret.");
    return secret;
  };

  return {
    GetSecretValue(input, caller) {
      const { SecretId, VersionId, VersionStage } = readInput(schemas.get, input);
      const secret = findFor(caller, "secretsmanager:GetSecretValue", SecretId);
      const version = findVersion(secret, VersionId, VersionStage);
      return {
        ...identify(secret, version),
        SecretString: version.value,
        CreatedDate: version.createdAt / 1000,
      };
    },
    PutSecretValue(input, caller) {
      const { SecretId, ClientRequestToken: id, SecretString, VersionStages } = readInput(schemas.put, input);
      const secret = findFor(caller, "secretsmanager:PutSecretValue", SecretId);
      const existing = secret.versions.find((version) => version.id === id);
      if (existing && existing.value !== SecretString) {
        throw new ServiceError(
          "ResourceExistsException",
          "You can't use ClientRequestToken with a value that's already in use for another secret version.",
        );
      }
      const version = existing ?? store.put(secret, { id, value: SecretString, stages: VersionStages });
      return identify(secret, version);
    },
    DescribeSecret(input, caller) {
      const secret = findFor(
        caller,
        "secretsmanager:DescribeSecret",
        readInput(schemas.describe, input).SecretId,
      );
      const staged = secret.versions.filter(({ stages }) => stages.length > 0);
      return {
        ARN: secret.arn,
        Name: secret.name,
        CreatedDate: secret.createdAt / 1000,
        VersionIdsToStages: Object.fromEntries(staged.map(({ id, stages }) => [id, stages])),
      };
    },
  };
}

function identify(secret: Secret, version: SecretVersion): Record<string, unknown> {
  return { ARN: secret.arn, Name: secret.name, VersionId: version.id, VersionStages: version.stages };
}

function findVersion(secret: Secret, id: string | undefined, stage: string | undefined): SecretVersion {
  const wantedStage = stage ?? (id === undefined ? "AWSCURRENT" : undefined);
  const version = secret.versions.find(
    (candidate) =>
      (id === undefined || candidate.id === id) &&
      (wantedStage === undefined || candidate.stages.includes(wantedStage)),
  );
  if (version) return version;
  throw notFound(
    id === undefined
      ? `Secrets Manager can't find the specified secret value for staging label: ${wantedStage}`
      : `Secrets Manager can't find the specified secret value for VersionId: ${id}`,
  );
}

function notFound(message: string): ServiceError {
  return new ServiceError("ResourceNotFoundException", message);
}
