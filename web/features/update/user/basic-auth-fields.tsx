import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { CustomerField } from "#web/components/customer-fields/customer-field.tsx";
import { FormSection, FullWidth } from "#web/components/form/form-section.tsx";
import { PasswordField } from "#web/components/form/password-field.tsx";
import { Secret } from "../secret.tsx";
import { PluginAddresses } from "./plugin-addresses.tsx";
import type { UserInfoControl } from "./user-info-tab.tsx";

interface BasicAuthFieldsProps {
  control: UserInfoControl;
  isPasswordSet: boolean;
}

export function BasicAuthFields({ control, isPasswordSet }: BasicAuthFieldsProps) {
  const password = { control, name: "basicPassword", label: labels.basicPassword } as const;
  return (
    <FormSection title="Basic認証について">
      <FullWidth>
        <PluginAddresses />
      </FullWidth>
      <CustomerField control={control} name="basicUserName" />
      <Secret {...password} isSet={isPasswordSet} removable>
        <PasswordField
          {...password}
          required
          hint="5〜64文字の半角英数字、記号です。"
          autoComplete="new-password"
          maxLength={limits.textMaxLength}
        />
      </Secret>
    </FormSection>
  );
}
