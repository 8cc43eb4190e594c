import { useLayoutEffect } from "react";
import type { FieldValues } from "react-hook-form";
import type { PortalForm } from "./use-portal-form.ts";

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
