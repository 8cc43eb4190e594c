import { createContext, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type FieldValues, FormProvider, type Path, type PathValue } from "react-hook-form";
import type { PortalForm } from "./use-portal-form.ts";

/** The label of the Enter key on a screen keyboard. The same for all fields of a form, because Enter submits it. */
export type EnterKeyHint = "done" | "go" | "next" | "send";

export const EnterKeyHintContext = createContext<EnterKeyHint>("done");

/**
 * Returns the focus to a button after loading: MUI disables a loading button, which makes the browser remove the focus.
 */
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

/** Whether Enter ends a composition. Key code 229: Safari ends the composition before this keydown event. */
const endsComposition = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === "Enter" && (nativeEvent.isComposing || nativeEvent.keyCode === 229);

/** File fields are excluded, because their form value is the file's name. */
const textFields = "input[name]:not([type=file])";

/** Copies the inputs' values into the form, because password managers fill in fields without an event. */
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

/**
 * A form that submits once at a time. If fields are invalid, the first one is focused and their number is announced.
 */
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
        // Before hydration, Enter must not load a page, which would lose typed text.
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
