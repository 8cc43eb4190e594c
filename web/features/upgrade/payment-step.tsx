import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type RefObject, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { invoiceFields } from "#shared/invoice-fields.ts";
import { paths } from "#shared/site/paths.ts";
import type { Price } from "#shared/site/site-config.ts";
import { PaymentChoice } from "#web/components/payment/payment-choice.tsx";
import { type Payment, usePayment } from "#web/components/payment/use-payment.ts";
import type { DraftStore } from "#web/flow/draft.ts";
import { Form } from "#web/forms/form.tsx";
import { InvoiceFieldInputs, InvoiceFieldsTitle } from "#web/forms/invoice-field-inputs.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { type NavigationState, useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { completeUpgrade, type UpgradeDraft, type UpgradeStepProps } from "./upgrade-draft.ts";

/** Validates the typed values. Returns false if one is invalid, and focuses it. */
type Check = () => Promise<boolean>;

interface FirstInvoiceProps {
  store: DraftStore<UpgradeDraft>;
  check: RefObject<Check | null>;
  /** Called if a value is invalid. */
  onWrong: () => void;
}

const empty = { addressee: "", department: "", orderNumber: "", ccAddresses: "" };

function FirstInvoiceForm({ store, check, onWrong }: FirstInvoiceProps) {
  const form = usePortalForm(invoiceFields, store.draft.invoiceFields ?? empty);
  const { trigger } = form;
  useTyped(form, ({ addressee = "", department = "", orderNumber = "", ccAddresses = "" }) =>
    store.save((draft) => ({
      ...draft,
      invoiceFields: { addressee, department, orderNumber, ccAddresses },
    })),
  );
  useImperativeHandle(check, () => async () => {
    if (await trigger()) return true;
    // A field in a closed disclosure cannot be focused.
    flushSync(onWrong);
    await trigger(undefined, { shouldFocus: true });
    return false;
  });
  return (
    // The form has no button: its values are sent with the purchase.
    <Form form={form} onSubmit={() => {}}>
      <Stack spacing={3} sx={{ pb: 3 }}>
        <Typography>
          ご契約者名に加えて、最初の請求書から記載します。空欄の項目は記載されません。ご契約後も「ご契約とお支払い」で変更いただけます。
        </Typography>
        <InvoiceFieldInputs />
      </Stack>
    </Form>
  );
}

/** The disclosure with the invoice fields of the first invoice. Its title shows the typed values. */
function FirstInvoice({ store, check }: Pick<FirstInvoiceProps, "store" | "check">) {
  const { invoiceFields: typed } = store.draft;
  const [isOpen, setOpen] = useState(typed !== undefined);
  return (
    <Disclosure title={<InvoiceFieldsTitle typed={typed} />} open={isOpen} onToggle={setOpen} lazy>
      <FirstInvoiceForm store={store} check={check} onWrong={() => setOpen(true)} />
    </Disclosure>
  );
}

/** Step 2: the price and the payment. */
export function PaymentStep({ store, moves, price, onRefused }: UpgradeStepProps & { price: Price }) {
  const navigate = useNavigate();
  const check = useRef<Check>(null);
  const [{ message }] = useState(useNavigationState());
  const { billingContact: contact, invoiceFields } = store.draft;
  const payment = usePayment({
    contact,
    invoiceFields,
    cancelPath: paths.upgrade,
    onPurchased: async (purchased) => {
      completeUpgrade(purchased);
      await navigate(paths.upgradeComplete, {
        replace: true,
        state: { completed: true } satisfies NavigationState,
      });
    },
    onRefused,
  });
  const disabled = payment.busy !== undefined;
  const payChecked = async (chosen: Payment): Promise<void> => {
    if (!check.current || (await check.current())) payment.pay(chosen);
  };
  return (
    <Stack spacing={2}>
      <PaymentChoice
        price={price}
        contact={contact}
        payment={{ ...payment, pay: payChecked }}
        message={message}
        initialType={store.draft.paymentType}
        onType={(paymentType) => store.saveWithoutRender((draft) => ({ ...draft, paymentType }))}
        onCorrect={moves.back}
        otherActions={
          <>
            <Button variant="outlined" disabled={disabled} onClick={moves.back}>
              戻る
            </Button>
            <PathButton variant="outlined" disabled={disabled} to={paths.menu}>
              キャンセル
            </PathButton>
          </>
        }
      >
        <FirstInvoice store={store} check={check} />
      </PaymentChoice>
      <Typography variant="body2">
        見積書が必要な方は、<TextLink to={paths.contract}>ご契約とお支払い</TextLink>で作成いただけます。
      </Typography>
    </Stack>
  );
}
