import { useEffect } from "react";
import type { FieldValues } from "react-hook-form";
import type { PortalForm } from "./use-portal-form.ts";

/** Hears of every change in a form, without drawing anything. */
export function useTyped<Input extends FieldValues, Output>(
  { subscribe }: PortalForm<Input, Output>,
  onTyped: (values: Input) => void,
): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values) }),
    [subscribe, onTyped],
  );
}
