import { labels } from "#shared/labels.ts";
import { CheckboxField } from "./checkbox-field.tsx";
import { marks } from "./field-frame.tsx";

/** The checkboxes of optional mails. */
export const OptInFields = () =>
  (["optInServiceInfo", "optInEvents"] as const).map((name) => (
    <CheckboxField
      key={name}
      name={name}
      label={
        <span>
          <span>{`${labels[name]}を受け取る`}</span> {marks.optional}
        </span>
      }
    />
  ));
