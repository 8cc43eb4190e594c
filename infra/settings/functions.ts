/**
 * Every Lambda function: its code, environment variables and permissions. The CDK construct creates functions and policy
 * statements from this list; the local cloud runs and restricts them by the same list.
 */
import { endpointFunctions } from "./lambda/endpoints.ts";
import { scheduledFunctions } from "./lambda/scheduled.ts";
import { userPoolTriggers } from "./lambda/triggers.ts";

export { type EndpointFunctionName, endpointFunctions } from "./lambda/endpoints.ts";
export { scheduledFunctions, userPoolTriggers };

export const allFunctions = { ...endpointFunctions, ...scheduledFunctions, ...userPoolTriggers };
export type FunctionName = keyof typeof allFunctions;
