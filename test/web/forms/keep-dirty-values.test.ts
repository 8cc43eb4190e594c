/** React Hook Form's `keepDirtyValues`, which /update does without: decision 37. When this fails, try again to use it. */
import { createFormControl } from "react-hook-form";
import { expect, it } from "vitest";

it("takes a withdrawn choice back, and forgets that something is unsaved", () => {
  const form = createFormControl<{ city: string; position: number | undefined }>({
    defaultValues: { city: "港区", position: 1 },
  });
  let isDirty: boolean | undefined;
  form.subscribe({
    formState: { isDirty: true, dirtyFields: true },
    callback: (state) => {
      isDirty = state.isDirty ?? isDirty;
    },
  });
  form.setValue("position", undefined, { shouldDirty: true });
  form.setValue("city", "新宿区", { shouldDirty: true });
  form.reset({ city: "千代田区", position: 2 }, { keepDirtyValues: true });
  expect(form.getValues()).toEqual({ city: "新宿区", position: 2 });
  expect(isDirty).toBe(false);
});
