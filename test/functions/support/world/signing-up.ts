/** People who sign up at the user pool, as the site does, with the phone verification that proves whose account it is. */
import {
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { identifiers } from "#scripts/local/identifiers.ts";
import { phoneVerificationAttribute } from "#shared/sign-up.ts";
import { statusInPool } from "../accounts.ts";
import { newPerson, type Person } from "../people.ts";
import type { AtStripe } from "./stripe.ts";

export function signUpActions({ portal }: AtStripe) {
  const { cognitoClient: cognito } = portal;
  const { clientId: ClientId } = identifiers;
  const signingUp = {
    signUp: ({ loginId, email }: Pick<Person, "loginId" | "email">, requestId?: string) =>
      cognito.send(
        new SignUpCommand({
          ClientId,
          Username: loginId,
          Password: "Correct-Horse-1",
          UserAttributes: [
            { Name: "email", Value: email },
            ...(requestId ? [{ Name: `custom:${phoneVerificationAttribute}`, Value: requestId }] : []),
          ],
        }),
      ),
    /** Not confirmed yet. */
    async signUpSomebody(requestId?: string): Promise<Person> {
      const person = newPerson();
      await signingUp.signUp(person, requestId);
      return person;
    },
    confirmSignUp: ({ loginId, email }: Pick<Person, "loginId" | "email">) =>
      cognito.send(
        new ConfirmSignUpCommand({
          ClientId,
          Username: loginId,
          ConfirmationCode: portal.inbox.list(email)[0]?.code ?? "",
        }),
      ),
    resendCode: ({ loginId }: Pick<Person, "loginId">) =>
      cognito.send(new ResendConfirmationCodeCommand({ ClientId, Username: loginId })),
    statusInPool: (person: Pick<Person, "loginId">) => statusInPool(portal, person),
  };
  return signingUp;
}
