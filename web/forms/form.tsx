import { createContext, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type FieldValues, FormProvider, type Path, type PathValue } from "react-hook-form";
import type { PortalForm } from "./use-portal-form.ts";

/** The label of the Enter key on a screen keyboard. Enter submits the form, so all its fields have the same one. */
export type EnterKeyHint = "done" | "go" | "next" | "send";

export const EnterKeyHintContext = createContext<EnterKeyHint>("done");

/** MUI disables a button while it is loading, so the browser takes the focus away: afterwards the button gets it back. */
export function useKeptFocus(isBusy: boolean): void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) focused.current = document.activeElement;
    else if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus();
  }, [isBusy]);
}

interface FormProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  onSubmit: (values: Output) => void | Promise<void>;
  enterKeyHint?: EnterKeyHint | undefined;
  children: ReactNode;
}

/** Key code 229: Safari ends a composition before the keydown of the Enter that ended it. */
const endsComposition = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === "Enter" && (nativeEvent.isComposing || nativeEvent.keyCode === 229);

/** The form's value of a file field is the file's name. */
const textFields = "input[name]:not([type=file])";

/** Password managers fill fields in without an event: what stands there counts. */
function takeOverFilled<Input extends FieldValues>(
  element: HTMLFormElement,
  { getValues, setValue }: Pick<PortalForm<Input>, "getValues" | "setValue">,
): void {
  for (const field of element.querySelectorAll<HTMLInputElement>(textFields)) {
    const name = field.name as Path<Input>;
    const known: unknown = getValues(name);
    if (typeof known === "string" && known !== field.value)
      setValue(name, field.value as PathValue<Input, Path<Input>>);
  }
}

/** Submits once at a time; when something is wrong, the first wrong field has the focus and the count is announced. */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  enterKeyHint = "done",
  children,
}: FormProps<Input, Output>) {
  const submitting = useRef(false);
  useKeptFocus(form.formState.isSubmitting);
  const [summary, setSummary] = useState("");
  const submit = form.handleSubmit(
    (values) => onSubmit(values),
    (errors) => setSummary(`${Object.keys(errors).length}件の項目をご確認ください。`),
  );
  const submitOnce = async (): Promise<void> => {
    if (submitting.current) return;
    submitting.current = true;
    setSummary("");
    try {
      await submit();
    } finally {
      submitting.current = false;
    }
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        // Before the scripts are there, Enter neither loads a page nor loses what was typed.
        method="dialog"
        onKeyDown={(event) => {
          if (endsComposition(event)) event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          takeOverFilled(event.currentTarget, form);
          void submitOnce();
        }}
      >
        <EnterKeyHintContext value={enterKeyHint}>{children}</EnterKeyHintContext>
        <div role="status" className="visually-hidden">
          {summary}
        </div>
      </form>
    </FormProvider>
  );
}
