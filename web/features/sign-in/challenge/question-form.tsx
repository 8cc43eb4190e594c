import Typography from "@mui/material/Typography";
import * as z from "zod/mini";
import { limits } from "#shared/limits.ts";
import { requiredMessage } from "#shared/messages.ts";
import { FormField } from "#web/components/form/form-field.tsx";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { ChallengeForm } from "./challenge-form.tsx";
import { type ChallengeProps, useAnswer } from "./use-answer.ts";

const label = "回答";
const answerForm = z.object({ answer: z.string().check(z.trim(), z.minLength(1, requiredMessage(label))) });

/** A question that the user pool's own triggers ask. */
export function QuestionForm({ challenge }: ChallengeProps<"question">) {
  const form = usePortalForm(answerForm, { answer: "" });
  const asked = useAnswer(challenge);
  return (
    <ChallengeForm
      form={form}
      field="answer"
      onAnswer={({ answer }) => asked.answer({ answer })}
      submitLabel="回答する"
      challenge={asked}
    >
      <Typography>{challenge.text ?? "追加の確認が必要です。回答をご入力ください。"}</Typography>
      <FormField
        control={form.control}
        name="answer"
        label={label}
        required
        maxLength={limits.textMaxLength}
      />
    </ChallengeForm>
  );
}
