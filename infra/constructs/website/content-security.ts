import { RegionInfo } from "aws-cdk-lib/region-info";
import type { Environment } from "../../environment.ts";
import { contentSecurityPolicy, type ThirdParty } from "../../settings/headers.ts";

/** The site's content security policy in that environment. */
export const contentSecurityPolicyOf = (environment: Environment): string =>
  contentSecurityPolicy([userPoolOrigin(environment)], thirdPartiesOf(environment));

/** Origin at which the browser calls the user pool. */
function userPoolOrigin({ region, userPoolEndpoint }: Environment): string {
  const domain = RegionInfo.get(region).domainSuffix ?? "amazonaws.com";
  return userPoolEndpoint ?? `https://cognito-idp.${region}.${domain}`;
}

const thirdPartiesOf = ({ stripePriceId, tagManagerId }: Environment): ThirdParty[] => [
  ...(stripePriceId === undefined ? [] : (["stripe"] as const)),
  ...(tagManagerId === undefined ? [] : (["tagManager"] as const)),
];
