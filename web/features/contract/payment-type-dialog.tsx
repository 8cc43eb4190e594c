import type { PaymentMethod } from "#shared/contract.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

interface PaymentTypeDialogProps {
  to: PaymentMethod["type"];
  onCancel: () => void;
  onConfirm: () => void;
}

const texts = {
  invoice: {
    title: "請求書でのお支払いに変更しますか？",
    text: "次回のご請求から、請求書を請求先のメールアドレスにお送りします。お支払い期限までに銀行振込でお支払いください。すでに発行された請求書は、これまでの方法でのお支払いとなります。",
    confirm: "請求書に変更する",
  },
  card: {
    title: "クレジットカードに変更しますか？",
    text: "決済サービス（Stripe）のページでカードを登録されると、次回のご請求からそのカードで自動でお支払いいただきます。すでに発行された請求書は、銀行振込でお支払いください。",
    confirm: "カードの登録へ進む",
  },
} as const;

/** What another way to pay means, before it is one. */
export function PaymentTypeDialog({ to, onCancel, onConfirm }: PaymentTypeDialogProps) {
  const { title, text, confirm } = texts[to];
  return (
    <ConfirmDialog
      title={title}
      cancelLabel="変更しない"
      confirmLabel={confirm}
      confirmColor="primary"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {text}
    </ConfirmDialog>
  );
}
