/** The page that a Checkout Session's `url` leads to. */
import { escapeHtml } from "#functions/platform/escape-html.ts";
import type { ServiceRequest, ServiceResponse } from "../../emulator.ts";
import { type Account, accountName } from "../account.ts";
import { standardPercentage, taxed } from "../billing/tax.ts";
import { decideSession, type Outcome, outcomes } from "../checkout/outcomes.ts";
import { type CardBrand, cardBrands, lastDigits } from "../objects/payments.ts";
import type { Session } from "../objects/stored.ts";
import { definitions, htmlPage, messagePage, yen } from "./html.ts";

export function checkoutPage(account: Account, request: ServiceRequest, id: string): ServiceResponse {
  const session = account.state.sessions.find(id);
  if (!session) return messagePage(404, "ページが見つかりません", "お支払いページのURLをご確認ください。");
  if (session.status === "expired") {
    const text = "このお支払いページの有効期限は切れています。お手数ですが、最初からやり直してください。";
    return messagePage(410, "有効期限が切れています", text);
  }
  if (session.status === "complete") {
    const text = "このお支払いページでのお手続きはすでに完了しています。";
    return messagePage(409, "お手続きは完了しています", text);
  }
  if (request.method === "POST") return submit(account, request, id);
  return openPage(account, session, request.url.searchParams.get("error") === "declined");
}

function submit(account: Account, { body }: ServiceRequest, id: string): ServiceResponse {
  const form = new URLSearchParams(body.toString());
  const outcome = outcomes.find((each) => each === form.get("outcome"));
  const card = cardBrands.find((each) => each === form.get("card"));
  if (!outcome)
    return messagePage(400, "操作が正しくありません", "前のページに戻って、もう一度お試しください。");
  const next = decideSession(account, id, { outcome, ...(card && { card }) });
  return {
    status: 303,
    headers: { location: next ?? `/c/pay/${id}?error=declined`, "cache-control": "no-store" },
  };
}

function openPage(account: Account, session: Session, wasDeclined: boolean): ServiceResponse {
  const isSetup = session.mode === "setup";
  const title = isSetup ? "カード情報の登録" : "お支払い";
  const alert = wasDeclined
    ? `<section class="alert" role="alert">カードが拒否されました。別のカードでお試しください。</section>`
    : "";
  const body = `<h1>${accountName} ${title}</h1>${alert}${isSetup ? "" : summary(account, session)}${form(session)}`;
  return htmlPage(200, `${title} | ${accountName}`, body);
}

function summary({ state }: Account, session: Session): string {
  const { items } = state.orders.get(session.id);
  const { enabled } = session.automatic_tax;
  const interval = items[0]?.price.recurring?.interval === "year" ? "年" : "月";
  const total = yen(session.amount_total ?? 0);
  const lines = items.map(
    ({ price, quantity }) =>
      [
        `${state.products.get(price.product).name} × ${quantity}`,
        yen(taxed(price, quantity, enabled).total),
      ] as const,
  );
  const tax = [`うち消費税（${standardPercentage}%）`, yen(session.total_details?.amount_tax ?? 0)] as const;
  const rows = definitions([...lines, enabled ? tax : undefined, ["合計", total]]);
  return `<section><div>合計金額</div><p class="total">${total} / ${interval}</p>${rows}</section>`;
}

function form({ mode, customer_details: details }: Session): string {
  const isSetup = mode === "setup";
  const email = details?.email ? definitions([["メールアドレス", details.email]]) : "";
  return `<form method="post"><section>${email}<fieldset><legend>カード</legend><div class="brands">
${cardBrands.map((brand, index) => cardChoice(brand, index === 0)).join("")}</div></fieldset>
${button("paid", isSetup ? "登録する" : "支払う", true)}
${button("declined", "カードが拒否された")}
${isSetup ? "" : button("pending", "3Dセキュア認証待ち")}
${button("canceled", "戻る（キャンセル）")}</section></form>`;
}

const brandNames: Record<CardBrand, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  jcb: "JCB",
  amex: "American Express",
};

const cardChoice = (brand: CardBrand, isFirst: boolean): string =>
  `<label><input type="radio" name="card" value="${brand}"${isFirst ? " checked" : ""}> ${escapeHtml(
    brandNames[brand],
  )} •••• ${lastDigits[brand]}</label>`;

const button = (outcome: Outcome, label: string, isPrimary = false): string =>
  `<button name="outcome" value="${outcome}"${isPrimary ? ' class="primary"' : ""}>${label}</button>`;
