import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type * as z from "zod/mini";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { type Path, paths } from "#shared/site/paths.ts";
import { CustomerField, CustomerFields } from "#web/forms/customer-field.tsx";
import { Cell, FormSection } from "#web/forms/form-section.tsx";
import { OptInFields } from "#web/forms/opt-in-fields.tsx";
import { SecretField } from "#web/forms/password-field.tsx";
import { RequiredNote } from "#web/forms/required-note.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import { Secret } from "./secret.tsx";
import { TabForm } from "./tab-form.tsx";
import { changedValues, userInfoForm, userInfoOf, withDraft } from "./update-draft.ts";
import { type TabSettings, useTab } from "./use-tab.ts";
import type { TabProps } from "./use-update-store.ts";

type Input = z.input<typeof userInfoForm>;
type Output = z.output<typeof userInfoForm>;

const settings: TabSettings<Input> = {
  tab: "user",
  rules: userInfoForm.shape,
  secrets: { basicPassword: undefined },
};

/** Removing a password is `null` in the form and an empty password in the request. */
const secretIn = (basicPassword: Output["basicPassword"]) =>
  basicPassword === null ? { basicPassword: "" } : basicPassword ? { basicPassword } : {};

/** Tab 1: the company, its contact, and the access to its kintone. */
export function UserInfoTab(props: TabProps) {
  const { profile, store } = props;
  const form = usePortalForm(userInfoForm, withDraft(userInfoOf(profile), store.typedOf("user")));
  const { save, frame } = useTab(form, settings, props);
  const submit = ({ basicPassword, ...values }: Output) =>
    save({ ...changedValues(values, userInfoOf(profile)), ...secretIn(basicPassword) });
  return (
    <TabForm {...frame} onSubmit={submit}>
      <FormSection title="携帯電話番号とメールアドレス">
        <Verified
          label={labels.chargePhoneNumber}
          value={profile.ChargePhoneNumber}
          path={paths.phoneChange}
        />
        <Verified label={labels.email} value={profile.Email} path={paths.emailChange} />
      </FormSection>
      <RequiredNote />
      <FormSection title="お客様について">
        <CustomerFields names={namesIn("company")} />
      </FormSection>
      <FormSection title="ご担当者・ご利用環境について">
        <CustomerFields
          names={namesIn("contact")}
          unclearable={profile.Position === null ? [] : ["position"]}
        />
        <CustomerFields names={namesIn("kintone").filter((name) => name !== "basicUserName")} />
      </FormSection>
      <BasicAuthFields isPasswordSet={profile.BasicPassword !== ""} />
      <FormSection title="お知らせメール">
        <Cell width="full">
          <OptInFields />
        </Cell>
      </FormSection>
    </TabForm>
  );
}

interface VerifiedProps {
  label: string;
  value: string;
  path: Path;
}

/** A value that only a verification can change, with a button to it. */
function Verified({ label, value, path }: VerifiedProps) {
  return (
    <Stack spacing={0.5}>
      <Typography variant="h3" component="p">
        {label}
      </Typography>
      <Typography>{value}</Typography>
      <PathButton variant="outlined" size="small" aria-label={`${label}の変更手続きへ`} to={path}>
        変更手続きへ
      </PathButton>
    </Stack>
  );
}

/** The IP addresses that the plugin's server calls from (specification section 2, /update). */
function PluginAddresses() {
  const { data: addresses, isError } = useSetting("pluginAddresses");
  if (isError || addresses?.length === 0)
    return (
      <Typography>プラグインのIPアドレスを表示できませんでした。画面を再読み込みしてください。</Typography>
    );
  return (
    <Paper variant="quiet">
      <Typography gutterBottom>
        kintoneでBasic認証やIPアドレス制限をお使いの場合は、プラグインが使用する次の2つのIPアドレスからの接続を許可してください。
      </Typography>
      <List disablePadding>
        {(addresses ?? [undefined, undefined]).map((address, index) => (
          <ListItem key={address ?? index} disablePadding>
            {address === undefined ? (
              <Skeleton width="9rem" height="2.75rem" />
            ) : (
              <>
                <code translate="no">{address}</code>
                <CopyButton text={address} label={`${address}をコピー`} />
              </>
            )}
          </ListItem>
        ))}
      </List>
    </Paper>
  );
}

function BasicAuthFields({ isPasswordSet }: { isPasswordSet: boolean }) {
  const password = { name: "basicPassword", label: labels.basicPassword } as const;
  return (
    <FormSection title="Basic認証について">
      <Cell width="full">
        <PluginAddresses />
      </Cell>
      <CustomerField name="basicUserName" />
      <Secret {...password} isSet={isPasswordSet} removable>
        <SecretField
          {...password}
          required
          hint="5〜64文字の半角英数字、記号です。"
          maxLength={limits.textMaxLength}
        />
      </Secret>
    </FormSection>
  );
}
