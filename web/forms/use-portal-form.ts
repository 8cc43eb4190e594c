import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useLayoutEffect } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
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
