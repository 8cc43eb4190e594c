import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { Cell, FormSection } from "#web/forms/form-section.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { loadSiteConfig } from "#web/lib/site-config.ts";
import type { UserInfoControl } from "./forms.ts";
import { Secret } from "./secret.tsx";

const addressList = z.array(z.string());

/** From the site's settings; `undefined` until they are there, empty when they cannot be had. */
function usePluginAddresses(): readonly string[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ["plugin-addresses"],
    queryFn: async () => addressList.parse((await loadSiteConfig()).pluginAddresses),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? [] : data;
}

const unknown = [undefined, undefined] as const;

function Address({ children }: { children: string }) {
  return (
    <>
      <code>{children}</code>
      <CopyButton text={children} label={`${children}をコピー`} />
    </>
  );
}

/** The fixed addresses that the plugin's server calls from (specification section 2, /update). */
function PluginAddresses() {
  const addresses = usePluginAddresses();
  if (addresses?.length === 0)
    return (
      <Typography>プラグインのIPアドレスを表示できませんでした。画面を読み込み直してください。</Typography>
    );
  return (
    <Paper variant="quiet">
      <Typography gutterBottom>
        kintoneでBasic認証やIPアドレス制限をお使いの場合は、プラグインが使用する次の2つのIPアドレスからの接続を許可してください。
      </Typography>
      <List disablePadding>
        {(addresses ?? unknown).map((address, index) => (
          <ListItem key={address ?? index} disablePadding>
            {address === undefined ? (
              <Skeleton width="9rem" height="2.75rem" />
            ) : (
              <Address>{address}</Address>
            )}
          </ListItem>
        ))}
      </List>
    </Paper>
  );
}

interface BasicAuthFieldsProps {
  control: UserInfoControl;
  isPasswordSet: boolean;
}

export function BasicAuthFields({ control, isPasswordSet }: BasicAuthFieldsProps) {
  const password = { control, name: "basicPassword", label: labels.basicPassword } as const;
  return (
    <FormSection title="Basic認証について">
      <Cell width="full">
        <PluginAddresses />
      </Cell>
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
