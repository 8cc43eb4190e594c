/**
 * The National Tax Agency's corporate number Web-API, version 4: `GET /4/num` in XML.
 * Source: 国税庁「法人番号システム Web-API 機能概要」. Errors: 400 with `code,message`; 403 (too many calls),
 * 404 (application ID not registered) and 500 without a body.
 */
import { toXml } from "../aws/xml.ts";
import type { Emulator, ServiceResponse } from "../emulator.ts";
import { sampleCorporations } from "./corporations.ts";

const refused: ServiceResponse = {
  status: 400,
  headers: { "content-type": "text/plain;charset=UTF-8" },
  body: "041,法人番号は半角数字13桁で指定してください。",
};

export function createTaxAgencyEmulator({ applicationId }: { applicationId: string }): Emulator {
  /** Names of the real response, those that the portal reads. */
  function answer(query: URLSearchParams): ServiceResponse {
    if (query.get("id") !== applicationId) return withoutBody(404);
    const numbers = (query.get("number") ?? "").split(",");
    if (!numbers.every((number) => /^\d{13}$/.test(number))) return refused;
    const found = numbers.flatMap((number) =>
      sampleCorporations.filter(({ corporateNumber }) => corporateNumber === number),
    );
    return {
      status: 200,
      headers: { "content-type": "application/xml;charset=UTF-8" },
      body: toXml("corporations", {
        count: found.length,
        corporation: found.map((corporation) => ({ closeDate: "", ...corporation })),
      }),
    };
  }

  return {
    service: "tax-agency",
    operation: ({ method, url }) => `${method} ${url.pathname}`,
    handle: async ({ method, url }) =>
      method === "GET" && url.pathname === "/4/num" ? answer(url.searchParams) : withoutBody(404),
    fault: withoutBody,
    reset() {},
    snapshot: () => null,
    restore() {},
    describe: () => ({
      applicationId,
      corporateNumbers: sampleCorporations.map(({ corporateNumber }) => corporateNumber),
    }),
  };
}

function withoutBody(status: number): ServiceResponse {
  return { status, headers: { "content-type": "text/html;charset=UTF-8" } };
}
