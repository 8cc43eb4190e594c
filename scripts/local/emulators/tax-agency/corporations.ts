/** A few corporations as the National Tax Agency publishes them; every number has its right check digit. */

export interface Corporation {
  corporateNumber: string;
  name: string;
  furigana: string;
  /** 101 state organ, 201 local government, 301 stock company, 499 other. */
  kind: "101" | "201" | "301" | "499";
  prefectureName: string;
  cityName: string;
  streetNumber: string;
  /** JIS codes: two and three digits. */
  prefectureCode: string;
  cityCode: string;
  /** Seven digits. */
  postCode: string;
  /** Set when the registration was closed: the date, and 01 (liquidation), 11 (merger), 21, 31. */
  closed?: { date: string; cause: string };
}

/** The agency itself and the prefecture are real; the companies are made up. */
export const sampleCorporations: readonly Corporation[] = [
  {
    corporateNumber: "7000012050002",
    name: "国税庁",
    furigana: "コクゼイチョウ",
    kind: "101",
    prefectureName: "東京都",
    cityName: "千代田区",
    streetNumber: "霞が関３丁目１－１",
    prefectureCode: "13",
    cityCode: "101",
    postCode: "1000013",
  },
  {
    corporateNumber: "7000020100005",
    name: "群馬県",
    furigana: "グンマケン",
    kind: "201",
    prefectureName: "群馬県",
    cityName: "前橋市",
    streetNumber: "大手町１丁目１番１号",
    prefectureCode: "10",
    cityCode: "201",
    postCode: "3710026",
  },
  {
    corporateNumber: "8010001999998",
    name: "株式会社サンプル商事",
    furigana: "サンプルショウジ",
    kind: "301",
    prefectureName: "東京都",
    cityName: "港区",
    streetNumber: "芝公園４丁目２番８号",
    prefectureCode: "13",
    cityCode: "103",
    postCode: "1050011",
  },
  {
    corporateNumber: "6120001999997",
    name: "デモ＆テスト株式会社",
    furigana: "デモアンドテスト",
    kind: "301",
    prefectureName: "大阪府",
    cityName: "大阪市北区",
    streetNumber: "梅田３丁目１番１号",
    prefectureCode: "27",
    cityCode: "127",
    postCode: "5300001",
  },
  {
    corporateNumber: "9010001999997",
    name: "株式会社閉鎖済",
    furigana: "ヘイサズミ",
    kind: "301",
    prefectureName: "東京都",
    cityName: "新宿区",
    streetNumber: "西新宿２丁目８番１号",
    prefectureCode: "13",
    cityCode: "104",
    postCode: "1600023",
    closed: { date: "2024-03-31", cause: "01" },
  },
];
