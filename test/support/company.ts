/** The company of a customer that a test creates: the required fields of a sign-up. */
export const company = {
  customerKbn: 0,
  corporateName: "株式会社テスト商事",
  postalCode: "150-0002",
  prefecture: 13,
  city: "渋谷区",
  streetAddress: "渋谷2-1-1",
  chargeLastName: "佐藤",
  chargeFirstName: "太郎",
  kintoneDomain: "test-shoji",
};

export const agreements = { agreedTerms: true, agreedBusinessUse: true } as const;
