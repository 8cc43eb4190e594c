/** Typed, pasted and forged texts of strangers: no parameter of any endpoint may fail on them. */

/** Texts, by what is odd about them. */
export const oddTexts: Readonly<Record<string, string>> = {
  "an empty text": "",
  "a space": " ",
  "an ideographic space": "\u3000",
  "a tab": "\t",
  "a line break": "\r\n",
  "a header of its own": "a\r\nset-cookie: stolen=1",
  "a NUL": "a\u0000b",
  "an escape": "\u001b[31m",
  "a delete": "\u007f",
  "a C1 control": "\u0085",
  "a line separator": "\u2028",
  "reversed text": "\u202eabc",
  "a zero width space": "\u200b",
  "a byte order mark": "\ufeff",
  "one hiragana": "あ",
  "as many hiragana as a signature has letters": "あ".repeat(43),
  "full-width digits": "１２３４５６",
  "an emoji of several": "👩‍👩‍👧",
  "half an emoji": "\ud83d",
  "the other half": "a\udc00",
  "a combining mark alone": "\u0301",
  "a letter that grows in upper case": "ß",
  __proto__: "__proto__",
  constructor: "constructor",
  toString: "toString",
  hasOwnProperty: "hasOwnProperty",
  "a percent sign": "%",
  "a broken escape": "%zz",
  "an escaped line break": "%0d%0a",
  "half an escaped letter": "%E3%81",
  "letters that are base64 of nothing": "zzzz",
  "base64 of a broken text": "gICAgA",
  "base64 of a prototype": Buffer.from("__proto__").toString("base64url"),
  "base64 of a time and a NUL": Buffer.from("2026-01-01T00:00:00.000Z#\u0000").toString("base64url"),
  "three parts": "a.b.c",
  "parts of nothing": "...",
  "a negative number": "-1",
  "a number beyond all": "1e999",
  "four hundred nines": "9".repeat(400),
  "not a number": "NaN",
  null: "null",
  "an object": "{}",
  "a path up": "../../etc/passwd",
  markup: "<script>alert(1)</script>",
  quotes: `'"\`;--`,
  "a template": "${" + "7*7}",
  "300 letters": "a".repeat(300),
  "5,000 letters": "a".repeat(5000),
};

/** Other values in a JSON body. */
export const oddValues: Readonly<Record<string, unknown>> = {
  "JSON's null": null,
  true: true,
  false: false,
  zero: 0,
  "minus one": -1,
  "a fraction": 0.5,
  "a number that is no longer exact": Number.MAX_SAFE_INTEGER + 1,
  "the greatest number": Number.MAX_VALUE,
  "an empty list": [],
  "a list of lists": [[[]]],
  "an empty object": {},
  "an object with a prototype": JSON.parse('{"__proto__":{"plan":"standard"}}'),
  "an object that claims a length": { length: 1e9 },
};

/** The changes of a valid text on its way through mail programs, clipboards and hands. */
const wornTexts = (taken: string): Readonly<Record<string, string>> => ({
  "cut off": taken.slice(0, -1),
  "followed by a hiragana": `${taken}あ`,
  "followed by a line break": `${taken}\r\n`,
  "as hiragana at its end, as long as before": taken.replace(/[\w-]+$/, (end) => "あ".repeat(end.length)),
  "itself twice": `${taken}${taken}`,
  "itself in upper case": taken.toUpperCase(),
  "itself, escaped": encodeURIComponent(taken),
});

export interface Request {
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

export interface OddRequest {
  /** For the message of a failure: `body.city is a NUL`. */
  what: string;
  /** The parameter alone, `body.city`. */
  parameter: string;
  /** Of a stranger: any parameter may have it. */
  isStrange: boolean;
  request: Request;
}

/** The request with each of its parameters replaced by everything in the corpus, one at a time. */
export function* oddRequests({ query = {}, body }: Request): Generator<OddRequest> {
  for (const [part, fields] of Object.entries({ query, body: Object(body) as object }))
    for (const [name, taken] of Object.entries(fields)) {
      const strange = part === "query" ? oddTexts : { ...oddTexts, ...oddValues };
      const worn = typeof taken === "string" ? wornTexts(taken) : {};
      for (const [what, value] of Object.entries({ ...strange, ...worn })) {
        const parameter = `${part}.${name}`;
        const request = { query, body, [part]: { ...fields, [name]: value } };
        yield { what: `${parameter} is ${what}`, parameter, isStrange: !(what in worn), request };
      }
    }
}

/** One request with the odd values of several, which have different parameters. */
export const together = (odd: readonly OddRequest[], taken: Request): Request =>
  odd.reduce<Request>(({ query = {}, body }, { parameter, request }) => {
    const [part, name = ""] = parameter.split(".");
    const isQuery = part === "query";
    const value = Object(isQuery ? request.query : request.body)[name];
    return isQuery
      ? { query: { ...query, [name]: value }, body }
      : { query, body: { ...Object(body), [name]: value } };
  }, taken);
