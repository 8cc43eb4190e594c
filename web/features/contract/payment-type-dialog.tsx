import type { PaymentMethod } from "#shared/contract.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

interface PaymentTypeDialogProps {
  to: PaymentMethod["type"];
  /** Something is to be paid already. */
  isOwing: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

const texts = {
  invoice: {
    title: "請求書でのお支払いに変更しますか？",
    text: "次回のご請求から、請求書を請求先のメールアドレスにお送りします。お支払い期限までに銀行振込でお支払いください。",
    confirm: "請求書に変更する",
  },
  card: {
    title: "クレジットカードに変更しますか？",
    text: "決済サービス（Stripe）のページでカードを登録されると、次回のご請求からそのカードで自動でお支払いいただきます。",
    confirm: "カードの登録へ進む",
  },
} as const;

/** What another way to pay means, before it is one. */
export function PaymentTypeDialog({ to, isOwing, onCancel, onConfirm }: PaymentTypeDialogProps) {
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
      {isOwing && "お支払い待ちの請求書は、「請求書と領収書」からお支払いください。"}
    </ConfirmDialog>
  );
}
