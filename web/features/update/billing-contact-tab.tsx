import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { FieldPath } from "react-hook-form";
import type * as z from "zod/mini";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { guardedLeave } from "#web/flow/guarded-leave.ts";
import { BillingContactFields } from "#web/forms/customer-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { useCardChange } from "#web/lib/use-card-change.ts";
import { paths } from "#web/routes/paths.ts";
import { changedValues, withTyped } from "./draft.ts";
import { billingContactForm, billingContactOf } from "./forms.ts";
import { TabForm } from "./tab-form.tsx";
import type { TabProps } from "./use-edit-store.ts";
import { type TabSettings, useTab } from "./use-tab.ts";

const texts = {
  card: "決済サービス（Stripe）のページへ移動します。新しいカードを登録されると、次回のお支払いからそのカードに請求されます。",
  other: "クレジットカードでお支払いのお客様のみご利用いただけます。",
} as const;

/** Changes the card of a customer who pays by card, also after a failed payment has suspended the plan. */
export function CardSection({ paymentType }: { paymentType: string }) {
  const { busy, failure, open } = useCardChange(paths.update);
  const paysByCard = paymentType === "card";
  return (
    <Stack component="section" spacing={2} sx={{ mt: 3 }}>
      <Divider />
      <Typography variant="h2">クレジットカード情報</Typography>
      <Typography>{paysByCard ? texts.card : texts.other}</Typography>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <Button variant="outlined" disabled={!paysByCard} loading={busy} onClick={() => guardedLeave(open)}>
        カード情報を変更
      </Button>
    </Stack>
  );
}

type BillingContact = z.output<typeof billingContactForm>;

const isField = (name: string): name is FieldPath<BillingContact> => name in billingContactForm.shape;
const settings: TabSettings<BillingContact> = {
  tab: "billing",
  rules: billingContactForm.shape,
  secrets: {},
  fieldOf: (name) => (isField(name) ? name : undefined),
};

/** Tab 3: who the bill goes to. */
export function BillingContactTab(props: TabProps) {
  const { record, store } = props;
  const form = usePortalForm(
    billingContactForm,
    withTyped(billingContactOf(record), store.typedOf("billing")),
  );
  const { save, frame } = useTab(form, settings, props);
  return (
    <TabForm {...frame} onSubmit={(values) => save(changedValues(values, billingContactOf(record)))}>
      <BillingContactFields control={form.control} />
    </TabForm>
  );
}
