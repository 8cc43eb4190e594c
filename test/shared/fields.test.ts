import { describe, expect, test } from "vitest";
import { fields } from "#shared/fields.ts";
import { messages, requiredMessage } from "#shared/messages.ts";

type FieldName = keyof typeof fields;

/** The one sentence shown for that value, undefined when it passes. */
function sentenceFor(name: FieldName, value: unknown): string | undefined {
  const parsed = fields[name].safeParse(value);
  if (parsed.success) return undefined;
  expect(parsed.error.issues, "one sentence at a time").toHaveLength(1);
  return parsed.error.issues[0]?.message;
}

const tooLong = (label: string, max: number): string => `${label}は${max}文字以内で入力してください。`;

const requiredTexts = {
  corporateName: "会社名",
  city: "市区町村・町名",
  streetAddress: "番地・建物名",
  chargeLastName: "ご担当者 姓",
  chargeFirstName: "ご担当者 名",
  billingChargeName: "請求先 ご担当者名",
} as const;
const optionalTexts = ["department", "chargeLastNameKana", "chargeFirstNameKana"] as const;

/** As they come along with a copy: left-to-right override and its end, zero width space, soft hyphen, a byte order mark. */
const invisible = ["\u202D", "\u202C", "\u200B", "\u00AD", "\uFEFF", "\u2068", "\u200E"];

test.each([
  ["postalCode", "123-4567"],
  ["corporatePhoneNumber", "03-1234-5678"],
  ["chargePhoneNumber", "090-1234-5678"],
  ["billingPhoneNumber", "06-1234-5678"],
  ["corporateNumber", "7000012050002"],
  ["kintoneDomain", "sample-denwa"],
  ["basicUserName", "basic_user"],
  ["email", "taro@example.co.jp"],
  ["billingEmail", "keiri@example.co.jp"],
  ["applicationId", "5c0f3f2a-6c1e-4d55-9c66-8f1f0a4be201"],
  ["apiKey", "b2c3d4e5"],
  ["apiSecret", "Secret1234"],
  ["apiSecretOrMask", "Secret1234"],
  ["webhookUrl", "https://hooks.example.com/incoming"],
  ["loginId", "yamada2026"],
  ["existingLoginId", "yamada2026"],
  ["forgottenLoginId", "yamada2026"],
  ["code", "782319"],
  ["typedCode", "782319"],
  ["signInCode", "78231912"],
] as const)("%s is the same with invisible characters anywhere", (name, value) => {
  for (const character of invisible)
    for (let at = 0; at <= value.length; at += 1)
      expect(fields[name].parse(value.slice(0, at) + character + value.slice(at))).toBe(value);
});

describe("required text", () => {
  describe.each(Object.entries(requiredTexts))("%s", (key, label) => {
    const name = key as keyof typeof requiredTexts;
    test.each([undefined, null, 1, "", " ", "　", "\t\n", "　 　"])("%j is missing", (value) => {
      expect(sentenceFor(name, value)).toBe(`${label} は必須です。`);
    });
    test.each(["a", "株式会社テスト", "😀", "Ａ＆Ｂ 株式会社", "あ".repeat(254), "あ".repeat(255)])(
      "%.20s passes",
      (value) => {
        expect(fields[name].parse(value)).toBe(value);
      },
    );
    test("256 characters are one too many, and so are 10,000", () => {
      for (const length of [256, 10_000])
        expect(sentenceFor(name, "あ".repeat(length))).toBe(tooLong(label, 255));
    });
    test("outer spaces fall away before anything is counted", () => {
      expect(fields[name].parse(`　 ${"あ".repeat(255)} `)).toBe("あ".repeat(255));
    });
    test.each(["\u200b", "\u3164", " \ufeff\u00ad", "\u2800", "\u{e0041}"])("%j shows nothing", (value) => {
      expect(sentenceFor(name, value)).toBe(`${label} は必須です。`);
    });
    test.each(["山\u{e0100}田", "👨\u200d👩\u200d👧", "㈱テスト"])(
      "%j passes, invisible parts and all",
      (value) => {
        expect(fields[name].parse(value)).toBe(value);
      },
    );
    test.each([
      ...["a\u0000b", "a\nb", "a\u007fb", "a\u0085b", "a\u2028b"],
      ...["a\ud800", "\udc00b", "a\ufffdb", "a\u202eb", "a\u2066b", "a\u200fb", "a\u061cb"],
    ])("%j has a character that does not belong", (value) => {
      expect(sentenceFor(name, value)).toBe(messages.unusableCharacter);
    });
  });
});

describe("optional text", () => {
  describe.each(optionalTexts)("%s", (name) => {
    test.each([
      [undefined, undefined],
      ["", ""],
      ["　 ", ""],
      [" 営業部 ", "営業部"],
      ["ア".repeat(255), "ア".repeat(255)],
    ])("%j passes", (value, expected) => {
      expect(fields[name].parse(value)).toBe(expected);
    });
    test("256 characters are one too many", () => {
      expect(sentenceFor(name, "あ".repeat(256))).toMatch(/は255文字以内で入力してください。$/);
    });
    test.each(["\u3164", "a\u202eb", "a\ud800"])("%j is refused", (value) => {
      expect(sentenceFor(name, value)).toBe(messages.unusableCharacter);
    });
    test.each([null, 1, {}])("%j is no text", (value) => {
      expect(sentenceFor(name, value)).toBeDefined();
    });
  });
});

/** Valid values with their results, and invalid values with their messages. */
type Rules = Partial<
  Record<
    FieldName,
    { passes: readonly (readonly [unknown, unknown?])[]; fails: Record<string, readonly unknown[]> }
  >
>;
const longCode = tooLong("認証コード", 10);

const rules: Rules = {
  postalCode: {
    passes: [
      ["123-4567"],
      ["１２３－４５６７", "123-4567"],
      [" 000-0000 ", "000-0000"],
      ["123ー4567", "123-4567"],
    ],
    fails: {
      "郵便番号 は必須です。": [undefined, "", " ", "　"],
      [messages.postalCode]: [
        "1234567",
        "123-456",
        "123-45678",
        "12-34567",
        "abc-defg",
        "123-456７8",
        "〒123-4567",
        "😀",
      ],
      [tooLong("郵便番号", 255)]: ["1".repeat(10_000)],
    },
  },
  billingPhoneNumber: {
    passes: [
      ["03-1234-5678"],
      ["090-1234-5678"],
      ["0120-123-456"],
      ["045-123-4567"],
      ["0466-12-3456"],
      // Area codes of five digits: Ogasawara, Hagi.
      ["04998-2-3111"],
      ["08387-1-2345"],
      ["04-12-345"],
      ["0123-4567-8901"],
      ["０３－１２３４－５６７８", "03-1234-5678"],
      ["03ー1234ー5678", "03-1234-5678"],
      ["03 1234 5678", "03-1234-5678"],
      ["(03) 1234-5678", "03-1234-5678"],
      ["03.1234.5678", "03-1234-5678"],
    ],
    fails: {
      "請求先 電話番号 は必須です。": [undefined, "", "　"],
      [messages.phone]: [
        "0312345678",
        "0-1234-5678",
        "01234-1234-5678",
        "03-1-5678",
        "03-12345-5678",
        "03-1234-56",
        "03-1234-56789",
        "03-1234",
        "+81-3-1234-5678",
        "電話-番号-です",
        "😀",
      ],
      [tooLong("請求先 電話番号", 255)]: ["0".repeat(10_000), "03-".repeat(5000)],
    },
  },
  corporatePhoneNumber: {
    passes: [[undefined], ["", ""], ["03-1234-5678"], ["　", ""]],
    fails: { [messages.phone]: ["0312345678", "03-1234-56"] },
  },
  chargePhoneNumber: {
    passes: [
      ["090-1234-5678"],
      ["080-1234-5678"],
      ["070-1234-5678"],
      ["060-1234-5678"],
      ["０９０-1234-5678", "090-1234-5678"],
      ["０９０　1234 5678", "090-1234-5678"],
    ],
    fails: {
      "ご担当者 携帯電話番号 は必須です。": [undefined, "", "　"],
      [messages.phone]: ["09012345678", "090-1234-56789", "９０-1"],
      [messages.mobile]: [
        "03-1234-5678",
        "050-1234-5678",
        "0120-123-456",
        "100-1234-5678",
        "090-1234-567",
        "090-123-5678",
        "0901-234-5678",
      ],
    },
  },
  billingEmail: {
    passes: [
      ["a@b.co"],
      ["a.b+c_d'e@sub.b-c.co.jp"],
      ["a@b.xn--q9jyb4c"],
      [`${"a".repeat(64)}@b.com`],
      [" taro@example.com ", "taro@example.com"],
      ["ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ", "taro@example.com"],
      [`${"a".repeat(64)}@${"b.".repeat(88)}co.jp`],
    ],
    fails: {
      "請求先 メールアドレス は必須です。": [undefined, "", " "],
      [messages.email]: [
        ...["a", "a@b", "a@@b.co", "a b@c.co", "@b.co", "a@.", "a@b@c.co", "太郎", "😀"],
        ...["a,b@c.co", "<a>@b.co", "太郎@b.co", '"a b"@b.co', "a;b@c.co"],
        ...[
          "a@b..co",
          "a@-b.co",
          "a@b-.co",
          "a@b_c.co",
          "a@[127.0.0.1]",
          "a@127.0.0.1",
          "a@b.c",
          "a@例え.jp",
        ],
        `${"a".repeat(65)}@b.co`,
      ],
      [messages.emailDots]: ["a..b@b.co", ".a@b.co", "a.@b.co", "taro..hanako.@docomo.ne.jp"],
      [tooLong("請求先 メールアドレス", 246)]: [`${"a".repeat(249)}@b.com`, "a@b.".repeat(2500)],
    },
  },
  email: {
    passes: [["taro@example.co.jp"]],
    fails: { "メールアドレス は必須です。": ["", undefined], [messages.email]: ["taro@example", "taro＠"] },
  },
  kintoneDomain: {
    passes: [
      ["example"],
      ["EXAMPLE", "example"],
      ["https://Example.cybozu.com/k/1/", "example"],
      ["http://a-1.cybozu.com", "a-1"],
      ["ｅｘａｍｐｌｅ", "example"],
      ["example.kintone.com", "example"],
      ["a".repeat(63)],
      ["a"],
    ],
    fails: {
      "kintoneドメイン は必須です。": [undefined, "", " ", ".cybozu.com", "https://"],
      [messages.kintoneDomain]: ["-a", "a-", "a_b", "例え", "a b", "ftp://a", "😀", "a".repeat(64), "user@a"],
      [tooLong("kintoneドメイン", 255)]: ["a".repeat(256), "a".repeat(10_000)],
    },
  },
  corporateNumber: {
    passes: [
      [undefined],
      ["", ""],
      ["　", ""],
      ["7000012050002"],
      ["７００００１２０５０００２", "7000012050002"],
      ["7000-0120-50002", "7000012050002"],
      ["T7000012050002", "7000012050002"],
      ["Ｔ７０００－０１２０－５０００２", "7000012050002"],
    ],
    fails: {
      [messages.corporateNumber]: ["700001205000", "70000120500020", "abcdefghijklm", "😀"],
      [messages.corporateNumberCheckDigit]: ["8000012050002", "7000012050003", "0000000000000"],
    },
  },
  basicUserName: {
    passes: [
      [undefined],
      ["", ""],
      ["a"],
      ["A-z_9"],
      ["a".repeat(126)],
      ["a".repeat(127)],
      ["ｕｓｅｒ", "user"],
    ],
    fails: { [messages.basicUserName]: ["a".repeat(128), "a b", "a.b", "ユーザー", "a@b", "😀"] },
  },
  basicPassword: {
    passes: [
      [undefined],
      ["", ""],
      ["12345"],
      ["a".repeat(63)],
      ["a".repeat(64)],
      ["!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"],
      [" abcde ", "abcde"],
    ],
    fails: {
      [messages.basicPassword]: ["1234", "a".repeat(65), "ａｂｃｄｅ", "ab cd e", "パスワード", "😀😀😀"],
    },
  },
  applicationId: {
    passes: [
      ["0a1b2c3d-0000-4000-8000-000000000000"],
      ["０a1b2c3d-0000-4000-8000-000000000000", "0a1b2c3d-0000-4000-8000-000000000000"],
      [`----${"a".repeat(32)}`],
    ],
    fails: {
      "アプリケーションID は必須です。": [undefined, "", "　"],
      [messages.applicationId]: [
        "0a1b2c3d-0000-4000-8000-00000000000",
        "0a1b2c3d-0000-4000-8000-0000000000000",
        "0a1b2c3d0-000-4000-8000000000000000x",
        `-----${"a".repeat(31)}`,
        "a".repeat(36),
        "0a1b2c3d_0000-4000-8000-000000000000",
        "😀",
      ],
      [tooLong("アプリケーションID", 255)]: ["a-".repeat(5000)],
    },
  },
  apiKey: {
    passes: [["abcd1234"], ["ABCDEFGH"], ["ａｂｃｄ１２３４", "abcd1234"], [" abcd1234 ", "abcd1234"]],
    fails: {
      "APIキー は必須です。": [undefined, "", "　"],
      [messages.apiKey]: ["abcd123", "abcd12345", "abcd-123", "あいうえおかきく", "<b>x</b>", "😀"],
    },
  },
  apiSecret: {
    passes: [
      ["Abcdef12"],
      [`Aa1${"x".repeat(21)}`],
      [`Aa1${"x".repeat(22)}`],
      ["Aa1!@#$%"],
      [" Abcdef12 ", "Abcdef12"],
    ],
    fails: {
      "APIシークレット は必須です。": [undefined, "", "　"],
      [messages.apiSecret]: [
        "Abcde12",
        `Aa1${"x".repeat(23)}`,
        "abcdef12",
        "ABCDEF12",
        "Abcdefgh",
        "Ａbcdef12",
        "Abc def12",
        "😀",
      ],
    },
  },
  apiSecretOrMask: {
    passes: [["Abcdef12"], ["********"], [" ******** ", "********"]],
    fails: {
      "APIシークレット は必須です。": ["", undefined],
      [messages.apiSecret]: ["*******", "*********", "abcdef12"],
    },
  },
  webhookUrl: {
    passes: [
      [undefined],
      ["", ""],
      ["https://example.com/hook?a=1"],
      [" https://example.co.jp ", "https://example.co.jp"],
      ["https://8.8.8.8/x"],
      ["https://172.15.0.1/"],
      ["https://172.32.0.1/"],
    ],
    fails: {
      [messages.webhookUrl]: [
        "http://example.com",
        "ftp://example.com",
        "example.com",
        "https://",
        "https://user:pass@example.com",
        "https://localhost/",
        "https://intranet/",
        "https://a.local/",
        "https://a.internal./",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://10.0.0.1/",
        "https://172.16.0.1/",
        "https://172.31.255.255/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://[::1]/",
        "https://[fe80::1]/",
        "javascript:alert(1)",
        "😀",
      ],
      [tooLong("着信用Webhook URL", 2048)]: [`https://example.com/${"a".repeat(2100)}`, "a".repeat(10_000)],
    },
  },
  privateKey: {
    passes: [["", ""], ["aGVsbG8="], ["aGVsbG8h"], ["AAAA".repeat(2731)]],
    fails: {
      [messages.privateKey]: [undefined, null, "a", "abc=d", "あ", "aGVsbG8"],
      [messages.privateKeyTooLarge]: ["AAAA".repeat(2732), "a".repeat(100_001)],
    },
  },
  privateKeyFileName: {
    passes: [["private.key"], [".key"], ["秘密鍵.key"]],
    fails: {
      "秘密鍵ファイル は必須です。": [undefined, "", " "],
      [messages.privateKey]: ["private.pem", "private.key.txt", "private.KEY", "key"],
    },
  },
  loginId: {
    passes: [["taro"], ["Taro1"], ["1"], ["ｔａｒｏ１", "taro1"], [" taro ", "taro"], ["a".repeat(128)]],
    fails: {
      "ログインID は必須です。": [undefined, "", "　"],
      [messages.loginIdFormat]: ["taro-1", "taro_1", "ta ro", "太郎", "taro@x", "tarö", "😀"],
      [tooLong("ログインID", 128)]: ["a".repeat(129), "a".repeat(10_000)],
    },
  },
  existingLoginId: {
    passes: [["taro"], ["demo-user"], ["ｔａｒｏ", "taro"]],
    fails: {
      "ログインID は必須です。": [undefined, "", " "],
      [tooLong("ログインID", 128)]: ["a".repeat(129)],
    },
  },
  forgottenLoginId: { passes: [["taro"]], fails: { [messages.loginIdRequired]: [undefined, "", "　"] } },
  code: {
    passes: [
      ["123456"],
      ["１２３４５６", "123456"],
      [" 123456 ", "123456"],
      ["782 319", "782319"],
      ["７８２－３１９", "782319"],
      ["1234567890"],
    ],
    fails: {
      "認証コード は必須です。": [undefined, "", "　", " \t"],
      [longCode]: ["12345678901", "1".repeat(10_000)],
    },
  },
  typedCode: {
    passes: [
      ["782 319", "782319"],
      ["７８２－３１９", "782319"],
    ],
    fails: {
      "認証コード は必須です。": [undefined, "", "　"],
      "認証コードは6桁の数字で入力してください。": ["12345", "1234567", "12345a", "一二三四五六"],
    },
  },
  signInCode: {
    passes: [
      ["782 319", "782319"],
      ["1234-5678", "12345678"],
    ],
    fails: { [messages.signInCode]: ["12345", "123456789", "12345a"] },
  },
  customerKbn: {
    passes: [[0], [1], [2]],
    fails: {
      [messages.choiceInvalid]: [-1, 3, 0.5, "0", null, undefined, Number.NaN, Number.POSITIVE_INFINITY],
    },
  },
  prefecture: {
    passes: [[1], [13], [47]],
    fails: { [messages.prefectureRequired]: [0, 48, 1.5, "13", null, undefined, ""] },
  },
  position: { passes: [[undefined], [0], [4]], fails: { [messages.choiceInvalid]: [-1, 5, "1", null] } },
  industry: { passes: [[undefined], [0], [15]], fails: { [messages.choiceInvalid]: [-1, 16] } },
  task: { passes: [[undefined], [0], [16]], fails: { [messages.choiceInvalid]: [-1, 17] } },
  discoverySource: { passes: [[undefined], [0], [8]], fails: { [messages.choiceInvalid]: [-1, 9] } },
  usage: {
    passes: [
      [undefined],
      [[], []],
      [
        [0, 1, 2, 3],
        [0, 1, 2, 3],
      ],
      [[3], [3]],
    ],
    fails: { [messages.choiceInvalid]: [[4], [0, 0], [-1], "0", null, ["0"]] },
  },
  agreedTerms: { passes: [[true]], fails: { [messages.consent]: [false, undefined, "true", 1, null] } },
  agreedBusinessUse: { passes: [[true]], fails: { [messages.consent]: [false, undefined, "on"] } },
  password: {
    passes: [[" a "], ["ｐａｓｓ"], ["😀"]],
    fails: { [requiredMessage("パスワード")]: ["", undefined] },
  },
  confirmPassword: { passes: [["a"]], fails: { [requiredMessage("パスワード（確認）")]: ["", undefined] } },
  currentPassword: { passes: [["a"]], fails: { [requiredMessage("現在のパスワード")]: ["", undefined] } },
  newPassword: { passes: [["a"]], fails: { [requiredMessage("新しいパスワード")]: ["", undefined] } },
  confirmNewPassword: {
    passes: [["a"]],
    fails: { [requiredMessage("新しいパスワード（確認）")]: ["", undefined] },
  },
};

describe.each(Object.entries(rules))("%s", (key, { passes, fails }) => {
  const name = key as FieldName;
  test.each(passes.map((row) => [row[0], row.length > 1 ? row[1] : row[0]]))(
    "%j passes",
    (value, expected) => {
      expect(fields[name].parse(value)).toEqual(expected);
    },
  );
  const rows = Object.entries(fails).flatMap(([sentence, values]) =>
    values.map((value) => [value, sentence] as const),
  );
  test.each(rows)("%j does not", (value, sentence) => {
    expect(sentenceFor(name, value)).toBe(sentence);
  });
});

/** A pattern that went back and forth in so long a text would not come to its end before the test's. */
test.each(Object.keys(fields) as FieldName[])("%s comes to the end of half a million characters", (name) => {
  const isUnlimited = name === "forgottenLoginId" || (/password$/i.test(name) && name !== "basicPassword");
  for (const part of ["a", "1", "あ", "1- "])
    expect(fields[name].safeParse(`${part.repeat(500_000 / part.length)}!`).success).toBe(isUnlimited);
});

test("every field has its rules here", () => {
  const named = [...Object.keys(requiredTexts), ...optionalTexts, ...Object.keys(rules)];
  expect(named.sort()).toEqual(Object.keys(fields).sort());
});
