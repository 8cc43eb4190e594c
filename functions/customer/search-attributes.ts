/**
 * Attributes by which operators find a profile: the keys of the table's indexes (`infra/settings/table.ts`).
 * They are derived from the profile's fields and written with them.
 */
import { toInternationalNumber } from "#shared/normalize.ts";

/** Ignores width, case, spaces and invisible characters such as Unicode's variation selectors. */
export const normalizeForSearch = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s/g, "")
    // Without the space, a mark may combine with another character.
    .normalize("NFKC");

/** A form precedes the shorter forms that it contains. */
const legalForms = [
  ...["株式会社", "有限会社", "合同会社", "合名会社", "合資会社", "相互会社"],
  ...["一般社団法人", "公益社団法人", "社団法人", "一般財団法人", "公益財団法人", "財団法人"],
  ...["社会医療法人社団", "社会医療法人財団", "社会医療法人", "医療法人社団", "医療法人財団", "医療法人"],
  ...["社会福祉法人", "学校法人", "宗教法人", "認定npo法人", "npo法人", "認定特定非営利活動法人"],
  ...["特定非営利活動法人", "地方独立行政法人", "独立行政法人", "国立大学法人", "公立大学法人"],
  ...["弁護士法人", "司法書士法人", "行政書士法人", "社会保険労務士法人", "税理士法人", "特許業務法人"],
  ...["弁理士法人", "土地家屋調査士法人", "有限責任監査法人", "監査法人", "農事組合法人"],
  String.raw`\([株有同名資社財学医福特宗]\)`,
].join("|");
/** Never matches a whole name. */
const leadingForms = new RegExp(`^(?:${legalForms})+(?=.)`, "u");
const trailingForms = new RegExp(`(?<=.)(?:${legalForms})+$`, "u");

/** An index's sort key has 1024 bytes at most, and a character up to 4. */
const longestSearchName = 100;

/**
 * Returns a company's name without its leading or trailing legal form: `サイボウズ` for `サイボウズ株式会社` and for
 * `（株）ｻｲﾎﾞｳｽﾞ`. The result for a prefix of a name is a prefix of the result for the name.
 */
export function searchName(corporateName: string): string {
  const name = normalizeForSearch(corporateName).replace(leadingForms, "").replace(trailingForms, "");
  return [...name].slice(0, longestSearchName).join("");
}

const searchPhone = (phoneNumber: string): string =>
  phoneNumber === "" ? "" : toInternationalNumber(phoneNumber);

const searched = {
  corporateName: ["searchName", searchName],
  chargePhoneNumber: ["searchChargePhone", searchPhone],
  corporatePhoneNumber: ["searchCorporatePhone", searchPhone],
  billingPhoneNumber: ["searchBillingPhone", searchPhone],
} as const;

/**
 * Returns the attributes of the given fields. Null for an empty field, because an index has no empty keys.
 */
export const searchAttributes = (
  fields: {
    readonly [Name in keyof typeof searched]?: unknown;
  },
): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(searched).flatMap(([field, [attribute, keyOf]]) => {
      const value = fields[field as keyof typeof searched];
      return typeof value === "string" ? [[attribute, keyOf(value) || null]] : [];
    }),
  );
