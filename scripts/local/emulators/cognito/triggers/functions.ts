/** The functions that a pool may call, by the names that CloudFormation's `LambdaConfig` has for them. */
import type {
  CreateAuthChallengeTriggerEvent,
  CustomMessageTriggerEvent,
  DefineAuthChallengeTriggerEvent,
  PostAuthenticationTriggerEvent,
  PostConfirmationTriggerEvent,
  PreSignUpTriggerEvent,
  VerifyAuthChallengeResponseTriggerEvent,
} from "aws-lambda";
import type { TrailStep } from "../records/challenge.ts";

/** The published types know fewer challenges than Cognito poses. */
type WithTrail<Event extends { request: object }> = Omit<Event, "request"> & {
  request: Omit<Event["request"], "session"> & { session: TrailStep[] };
};
export type DefineAuthChallengeEvent = WithTrail<DefineAuthChallengeTriggerEvent>;
export type CreateAuthChallengeEvent = WithTrail<CreateAuthChallengeTriggerEvent>;

/** Each gets the event and returns it with its `response` filled in. A trigger without a function is skipped. */
export interface Triggers {
  preSignUp?: (event: PreSignUpTriggerEvent) => Promise<unknown>;
  postConfirmation?: (event: PostConfirmationTriggerEvent) => Promise<unknown>;
  postAuthentication?: (event: PostAuthenticationTriggerEvent) => Promise<unknown>;
  customMessage?: (event: CustomMessageTriggerEvent) => Promise<unknown>;
  defineAuthChallenge?: (event: DefineAuthChallengeEvent) => Promise<unknown>;
  createAuthChallenge?: (event: CreateAuthChallengeEvent) => Promise<unknown>;
  verifyAuthChallengeResponse?: (event: VerifyAuthChallengeResponseTriggerEvent) => Promise<unknown>;
}
