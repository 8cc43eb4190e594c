/** The tabs that only standard customers can edit, and the card below the last one. */
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type * as z from "zod/mini";
import { billingContactForm } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import { paths } from "#shared/site/paths.ts";
import { ConnectionCheck } from "#web/components/connection-check/connection-check.tsx";
import { CardChangeButton } from "#web/flow/card-change.tsx";
import { BillingContactFields, CustomerFields } from "#web/forms/customer-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import {
  ApiSecretField,
  aboutVoiceProvider,
  KeyFileField,
  useKeyFile,
} from "#web/forms/voice-provider-fields.tsx";
import { KeyFileError } from "#web/lib/private-key/key-file.ts";
import { Secret } from "./secret.tsx";
import { TabForm } from "./tab-form.tsx";
import {
  billingContactOf,
  changedValues,
  voiceProviderOf,
  voiceProviderUpdateForm,
  withDraft,
} from "./update-draft.ts";
import { type TabSettings, useTab } from "./use-tab.ts";
import type { TabProps } from "./use-update-store.ts";

type VoiceProvider = z.output<typeof voiceProviderUpdateForm>;

const voiceProviderSettings: TabSettings<z.input<typeof voiceProviderUpdateForm>> = {
  tab: "voice",
  rules: voiceProviderUpdateForm.shape,
  secrets: { apiSecret: undefined, file: undefined },
};

/** Tab 2: the customer's Vonage account. */
export function VoiceProviderTab(props: TabProps) {
  const { profile, store } = props;
  const form = usePortalForm(
    voiceProviderUpdateForm,
    withDraft(voiceProviderOf(profile), store.typedOf("voice")),
  );
  const { save, frame } = useTab(form, voiceProviderSettings, props);
  const keyFile = useKeyFile();

  const submit = async ({ apiSecret, file, ...values }: VoiceProvider): Promise<void> => {
    try {
      const privateKey = file ? await keyFile.read() : undefined;
      await save({
        ...changedValues(values, voiceProviderOf(profile)),
        ...(apiSecret && { apiSecret }),
        ...(privateKey && { privateKey }),
      });
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      form.setError("file", { message: error.message }, { shouldFocus: true });
    }
  };
  const apiSecretField = (
    <Secret name="apiSecret" label={labels.apiSecret} isSet={profile.ApiSecret !== ""}>
      <ApiSecretField />
    </Secret>
  );
  return (
    <TabForm {...frame} onSubmit={submit}>
      {aboutVoiceProvider}
      <CustomerFields names={namesIn("voiceProvider")} after={{ apiKey: apiSecretField }} />
      <Secret name="file" label={labels.privateKey} isSet={profile.PrivateKey !== ""}>
        <KeyFileField onChoose={keyFile.choose} />
      </Secret>
      <ConnectionCheck readKey={keyFile.read} />
    </TabForm>
  );
}

type BillingContact = z.output<typeof billingContactForm>;

const billingContactSettings: TabSettings<BillingContact> = {
  tab: "billing",
  rules: billingContactForm.shape,
  secrets: {},
};

/** Tab 3: the billing contact. */
export function BillingContactTab(props: TabProps) {
  const { profile, store } = props;
  const form = usePortalForm(
    billingContactForm,
    withDraft(billingContactOf(profile), store.typedOf("billing")),
  );
  const { save, frame } = useTab(form, billingContactSettings, props);
  return (
    <TabForm {...frame} onSubmit={(values) => save(changedValues(values, billingContactOf(profile)))}>
      <BillingContactFields />
    </TabForm>
  );
}

const texts = {
  card: "決済サービス（Stripe）のページへ移動します。新しいカードを登録されると、次回のお支払いからそのカードに請求されます。",
  other: "クレジットカードでお支払いのお客様のみご利用いただけます。",
} as const;

/** Changes the card of a customer who pays by card, even after a failed payment has suspended the plan. */
export function CardSection({ paymentType }: { paymentType: string }) {
  const paysByCard = paymentType === "card";
  return (
    <Stack component="section" spacing={2} sx={{ mt: 3 }}>
      <Divider />
      <Typography variant="h2">クレジットカード情報</Typography>
      <Typography>{paysByCard ? texts.card : texts.other}</Typography>
      <CardChangeButton returnPath={paths.update} disabled={!paysByCard} />
    </Stack>
  );
}
