/** The texts about the mails that a link ends. */
export interface UnsubscribeTexts {
  /** Whether the readers are customers, who can sign in. */
  isForCustomers: boolean;
  title: string;
  question: string;
  /** The mails that do not end. */
  rest: string;
  stop: string;
  stopped: { title: string; text: string };
  mistake: string;
  resume: string;
  resumed: { title: string; text: string };
}

export const ofServiceInformation: UnsubscribeTexts = {
  isForCustomers: true,
  title: "お知らせメールの配信停止",
  question: "新しいバージョンの公開など、サービスに関するお知らせのメールの配信を停止します。",
  rest: "お支払いやセキュリティなど、ご契約に関する大切なお知らせは、引き続きお送りします。",
  stop: "配信を停止する",
  stopped: {
    title: "配信を停止しました",
    text: "サービスに関するお知らせのメールは、今後お送りしません。",
  },
  mistake: "お間違いの場合は、配信を再開できます。",
  resume: "配信を再開する",
  resumed: {
    title: "配信を再開しました",
    text: "サービスに関するお知らせのメールを、引き続きお送りします。",
  },
};

export const ofInvoiceCopies: UnsubscribeTexts = {
  isForCustomers: false,
  title: "請求書の控えの送付停止",
  question: "このリンクが記載されたメールの宛先への、請求書の控えの送付を停止します。",
  rest: "ほかの宛先への送付や、ご契約には影響しません。",
  stop: "送付を停止する",
  stopped: {
    title: "送付を停止しました",
    text: "この宛先に、請求書の控えは今後お送りしません。",
  },
  mistake:
    "お間違いの場合は、送付を再開できます。後日でも、メールのリンクからこのページを開いて再開できます。",
  resume: "送付を再開する",
  resumed: {
    title: "送付を再開しました",
    text: "次に発行される請求書から、控えをお送りします。",
  },
};
