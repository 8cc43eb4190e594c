import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import type { FunctionName } from "../../../infra/settings/functions.ts";
import { originSecretHeader } from "../../../shared/origin-secret.ts";
import { publishRelease } from "../../operator/release/publish.ts";
import { identifiers } from "../identifiers.ts";
import type { Inbox } from "../inbox.ts";
import type { LambdaHost } from "../lambda/lambda-host.ts";
import type { Services } from "../services.ts";
import { demoUser } from "./demo-user.ts";
import { sampleReleases } from "./sample-releases.ts";

export { demoUser };

const demoCompany = {
  customerKbn: 0,
  corporateName: "株式会社サンプル電話",
  postalCode: "100-0001",
  prefecture: 13,
  city: "千代田区",
  streetAddress: "千代田1-1 サンプルビル3F",
  chargeLastName: "山田",
  chargeFirstName: "花子",
  kintoneDomain: "sample-denwa",
  agreedTerms: true,
  agreedBusinessUse: true,
};

interface Parts {
  operator: { dynamodb: DynamoDBClient; s3: S3Client };
  services: Services;
  lambda: LambdaHost;
  inbox: Inbox;
}

/** Sample releases of all three files and the demo customer. */
export async function seedPortal({ operator, services, lambda, inbox }: Parts): Promise<void> {
  const { bucket, tableName: table } = identifiers;
  for (const release of sampleReleases) await publishRelease({ ...operator, bucket, table, ...release });
  const { sub } = services.cognito.seedUser(demoUser);
  await registerDemoCustomer(lambda, inbox, sub);
}

/** Registers the demo customer the way a real one is: through the functions, with the code from the inbox. */
async function registerDemoCustomer(lambda: LambdaHost, inbox: Inbox, sub: string): Promise<void> {
  const call = async (name: FunctionName, path: string, body: unknown): Promise<Record<string, unknown>> => {
    const reply: unknown = await lambda.invoke(name, toEvent(path, body, sub));
    const statusCode: unknown = Reflect.get(Object(reply), "statusCode");
    const text = String(Reflect.get(Object(reply), "body"));
    if (statusCode !== 200)
      throw new Error(`Seeding the demo customer: ${path} answered ${statusCode} ${text}`);
    return JSON.parse(text);
  };
  const { request_id } = await call("verify", "/api/verify", {
    mode: "send",
    phone_number: demoUser.phoneNumber,
  });
  const code = inbox.list(demoUser.phoneNumber)[0]?.code;
  await call("verify", "/api/verify", { mode: "check", request_id, code });
  await call("post-user", "/api/user", {
    operation: "signup",
    ...demoCompany,
    chargePhoneNumber: demoUser.phoneNumber,
    email: demoUser.email,
    requestId: request_id,
  });
}

const toEvent = (path: string, body: unknown, sub: string) => ({
  version: "2.0",
  routeKey: `POST ${path}`,
  rawPath: path,
  rawQueryString: "",
  headers: { "content-type": "application/json", [originSecretHeader]: identifiers.originSecret },
  requestContext: {
    requestId: crypto.randomUUID(),
    http: { method: "POST", path, sourceIp: "127.0.0.1", userAgent: "seed" },
    authorizer: {
      jwt: {
        claims: {
          sub,
          token_use: "id",
          "cognito:username": demoUser.userName,
          email: demoUser.email,
          email_verified: "true",
        },
      },
    },
  },
  body: JSON.stringify(body),
  isBase64Encoded: false,
});
