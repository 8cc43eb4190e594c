/**
 * Every Lambda function: its code, environment variables and permissions. The CDK construct creates functions and
 * policy statements from this list; the local cloud runs and restricts them by the same list.
 */
import { endpoints } from "#shared/endpoints.ts";
import { type EndpointFunctionName, endpointFunctions, isPublic } from "./lambda/endpoints.ts";
import { scheduledFunctions } from "./lambda/scheduled.ts";
import { userPoolTriggers } from "./lambda/triggers.ts";
import { portalName } from "./names.ts";

export { type EndpointFunctionName, endpointFunctions } from "./lambda/endpoints.ts";
export { scheduledFunctions, userPoolTriggers };

export const allFunctions = { ...endpointFunctions, ...scheduledFunctions, ...userPoolTriggers };
export type FunctionName = keyof typeof allFunctions;

export const namesOf = <Name extends FunctionName>(functions: Record<Name, unknown>): Name[] =>
  Object.keys(functions) as Name[];

/**
 * Trust boundaries, each with a nested stack: anybody may call `public`, `payment` holds Stripe's key, `customer` needs
 * an id token, `jobs` are scheduled.
 */
export type Boundary = "public" | "payment" | "customer" | "jobs";

export function boundaryOf(name: EndpointFunctionName): Boundary {
  if (isPublic(endpoints[name])) return "public";
  return endpointFunctions[name].grants.secrets?.includes("stripe") ? "payment" : "customer";
}

/**
 * The function's name without the environment: `payment-stripe-webhook`. It has the boundary, because CloudFormation
 * creates a function in another stack before it deletes the old one. A trigger has no boundary: the user pool names it.
 */
export function deployedName(name: FunctionName): string {
  if (name in userPoolTriggers) return name;
  return `${isEndpoint(name) ? boundaryOf(name) : "jobs"}-${name}`;
}

const isEndpoint = (name: FunctionName): name is EndpointFunctionName => name in endpointFunctions;

export const functionName = (environment: string, name: FunctionName): string =>
  `${portalName(environment)}-${deployedName(name)}`;
