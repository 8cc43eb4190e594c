/** A few corporations as the National Tax Agency publishes them; every number has its right check digit. */

export interface Corporation {
  corporateNumber: string;
  name: string;
  prefectureName: string;
  cityName: string;
  streetNumber: string;
  /** JIS code: two digits. */
  prefectureCode: string;
  /** Seven digits. */
  postCode: string;
  /** The date, when the registration was closed. */
  closeDate?: string;
}

/** The agency itself and the prefecture are real; the companies are made up. */
export const sampleCorporations: readonly Corporation[] = [
  {
    corporateNumber: "7000012050002",
    name: "国税庁",
    prefectureName: "東京都",
    cityName: "千代田区",
    streetNumber: "霞が関３丁目１－１",
    prefectureCode: "13",
    postCode: "1000013",
  },
  {
    corporateNumber: "7000020100005",
    name: "群馬県",
    prefectureName: "群馬県",
    cityName: "前橋市",
    streetNumber: "大手町１丁目１番１号",
    prefectureCode: "10",
    postCode: "3710026",
  },
  {
    corporateNumber: "8010001999998",
    name: "株式会社サンプル商事",
    prefectureName: "東京都",
    cityName: "港区",
    streetNumber: "芝公園４丁目２番８号",
    prefectureCode: "13",
    postCode: "1050011",
  },
  {
    corporateNumber: "6120001999997",
    name: "デモ＆テスト株式会社",
    prefectureName: "大阪府",
    cityName: "大阪市北区",
    streetNumber: "梅田３丁目１番１号",
    prefectureCode: "27",
    postCode: "5300001",
  },
  {
    corporateNumber: "9010001999997",
    name: "株式会社閉鎖済",
    prefectureName: "東京都",
    cityName: "新宿区",
    streetNumber: "西新宿２丁目８番１号",
    prefectureCode: "13",
    postCode: "1600023",
    closeDate: "2024-03-31",
  },
];
