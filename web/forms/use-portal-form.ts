import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useLayoutEffect } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";

export type PortalForm<Input extends FieldValues, Output = Input> = UseFormReturn<Input, unknown, Output>;

/** Returns a form that validates with a schema of `shared` on submit. The fields validate on blur (`useFieldState`). */
export function usePortalForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<NoInfer<Input>>,
): PortalForm<Input, Output> {
  return useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: "onSubmit",
    reValidateMode: "onSubmit",
  });
}

/**
 * Calls `onTyped` on every change of the form, without rendering. A layout effect, because fields take over
 * pre-hydration text in effects.
 */
export function useTyped<Input extends FieldValues, Output>(
  { subscribe }: PortalForm<Input, Output>,
  onTyped: (values: Input) => void,
): void {
  useLayoutEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values) }),
    [subscribe, onTyped],
  );
}

/**
 * Returns the submit handler of a form with one important field. Focuses the field at first, unless
 * `readFirst`, and shows the message of a refused answer, which `onAnswer` returns, at the field.
 */
export function useAnswerField<Input extends FieldValues, Output>(
  { setFocus, setError }: PortalForm<Input, Output>,
  field: FieldPath<Input>,
  onAnswer: (values: Output) => Promise<string | undefined>,
  readFirst = false,
) {
  useEffect(() => {
    if (!readFirst) setFocus(field);
  }, [readFirst, setFocus, field]);
  return async (values: Output): Promise<void> => {
    const refusal = await onAnswer(values);
    if (refusal !== undefined) setError(field, { message: refusal }, { shouldFocus: true });
  };
}
