/**
 * The National Tax Agency's corporate number Web-API, version 4: `GET /4/num` in XML.
 * Source: 国税庁「法人番号システム Web-API 機能概要」. Errors: 400 with `code,message`; 403 (too many calls),
 * 404 (application ID not registered) and 500 without a body.
 */
import { toXml, type XmlFields } from "../aws/xml.ts";
import type { Clock, Emulator, ServiceResponse } from "../emulator.ts";
import { type Corporation, sampleCorporations } from "./corporations.ts";

export interface TaxAgencyEmulatorOptions {
  clock: Clock;
  applicationId: string;
  corporations?: readonly Corporation[];
}

const refused: ServiceResponse = {
  status: 400,
  headers: { "content-type": "text/plain;charset=UTF-8" },
  body: "041,法人番号は半角数字13桁で指定してください。",
};

export function createTaxAgencyEmulator(options: TaxAgencyEmulatorOptions): Emulator {
  const { clock, applicationId, corporations = sampleCorporations } = options;

  function answer(query: URLSearchParams): ServiceResponse {
    if (query.get("id") !== applicationId) return withoutBody(404);
    const numbers = (query.get("number") ?? "").split(",");
    if (!numbers.every((number) => /^\d{13}$/.test(number))) return refused;
    const found = numbers.flatMap((number) =>
      corporations.filter(({ corporateNumber }) => corporateNumber === number),
    );
    return {
      status: 200,
      headers: { "content-type": "application/xml;charset=UTF-8" },
      body: toXml("corporations", {
        lastUpdateDate: japaneseDate(clock()),
        count: found.length,
        divideNumber: 1,
        divideSize: 1,
        corporation: found.map((corporation, index) => describeCorporation(corporation, index + 1)),
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
    describe: () => ({
      applicationId,
      corporateNumbers: corporations.map(({ corporateNumber }) => corporateNumber),
    }),
    snapshot: () => null,
    restore() {},
  };
}

/** Field order and names as the real response has them. */
function describeCorporation(corporation: Corporation, sequenceNumber: number): XmlFields {
  const { corporateNumber, name, kind, prefectureName, cityName, streetNumber, closed } = corporation;
  const { prefectureCode, cityCode, postCode, furigana } = corporation;
  return {
    sequenceNumber,
    corporateNumber,
    process: closed ? "21" : "01",
    correct: 0,
    updateDate: closed?.date ?? "2018-04-02",
    changeDate: closed?.date ?? "2015-10-05",
    name,
    nameImageId: "",
    kind,
    prefectureName,
    cityName,
    streetNumber,
    addressImageId: "",
    prefectureCode,
    cityCode,
    postCode,
    addressOutside: "",
    addressOutsideImageId: "",
    closeDate: closed?.date ?? "",
    closeCause: closed?.cause ?? "",
    successorCorporateNumber: "",
    changeCause: "",
    assignmentDate: "2015-10-05",
    latest: 1,
    enName: "",
    enPrefectureName: "",
    enCityName: "",
    enAddressOutside: "",
    furigana,
    hihyoji: 0,
  };
}

function japaneseDate(time: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" }).format(time);
}

function withoutBody(status: number): ServiceResponse {
  return { status, headers: { "content-type": "text/html;charset=UTF-8" } };
}
