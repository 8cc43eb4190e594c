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

/**
 * A form whose rules are a schema of `shared`. The fields themselves check what was typed when they are left
 * (see `useFieldState`), so the form only validates as a whole on submit.
 */
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

/** Hears of every change in a form, without drawing anything. Fields take over in effects what was typed before the scripts came. */
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
 * For a form that is about one field: it has the focus from the beginning, unless something has to be read first, and gets the
 * sentence about a refused answer, to which `onAnswer` resolves.
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
