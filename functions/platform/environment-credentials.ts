/**
 * Lambda provides the role's credentials in the environment. Bundles use this instead of the SDK's default
 * credential chain.
 */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
