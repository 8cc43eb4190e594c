import { useState } from "react";
import { failureMessages, messages } from "#shared/messages.ts";
import { isSignedOut, reasonFor, useFailureRedirect } from "#web/lib/api/failure.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { requestEmailChange } from "#web/lib/identity/email.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { hasUsableCode, withoutTarget, withSent } from "../change-draft.ts";
import type { FirstStepProps } from "../verified-change.ts";

const sameAddress = "現在のメールアドレスと同じです。変更後のメールアドレスを入力してください。";
const atField: Readonly<Record<string, string>> = {
  InvalidParameterException: messages.email,
  AliasExistsException: "このメールアドレスは既に登録されています。別のメールアドレスを入力してください。",
  CodeDeliveryFailureException:
    "認証コードを送信できませんでした。メールアドレスに誤りがないかご確認ください。",
};
const tryAgain = "少し時間をおいて、もう一度お試しください。";

const isSame = (one: string, other = ""): boolean => one.toLowerCase() === other.toLowerCase();

/** Specification section 8: any exception is answered with the generic sentence, here with what to do next. */
const sentenceFor = (error: unknown): string =>
  reasonFor(error) ?? `${failureMessages.unexpected}${identityAdvice(error) ?? tryAgain}`;

/** Has a code sent to the new address, unless one is under way, and moves on. `refuse` speaks at the field. */
export function useRequestChange(
  { draft, save }: FirstStepProps<"newEmail">["store"],
  current: string | undefined,
  moveOn: () => void,
  refuse: (message: string) => void,
) {
  const redirect = useFailureRedirect();
  const [failure, setFailure] = useState<string>();

  const send = async (email: string): Promise<void> => {
    const isSent = draft.target !== undefined && isSame(email, draft.target);
    if (!isSent || !hasUsableCode(draft, Date.now())) {
      const outcome = await requestEmailChange(email);
      if (outcome === "unchanged" && isSame(email, current)) {
        // Cognito has given up whatever change was waiting for its code.
        save(withoutTarget);
        return refuse(sameAddress);
      }
      // The account has the address already, the record does not: only the saving is left.
      save((now) => ({
        ...withSent(now, { target: email, sentAt: Date.now() }),
        verified: outcome === "unchanged",
      }));
    }
    moveOn();
  };

  const submit = async ({ email }: { email: string }): Promise<void> => {
    setFailure(undefined);
    try {
      await send(email);
    } catch (error) {
      const message = error instanceof IdentityError ? atField[error.code] : undefined;
      if (message !== undefined) refuse(message);
      else if (isSignedOut(error)) redirect(error);
      else setFailure(sentenceFor(error));
    }
  };
  return { failure, submit };
}
