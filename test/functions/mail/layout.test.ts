import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleMails, sampleRecipient } from "#scripts/mail-samples.ts";

const mails = Object.entries(sampleMails());

/** Without tags, comments, entities and white space. */
const wordsOf = (html: string): string =>
  html
    .replace(/<head>[\s\S]*?<\/head>|<!--[\s\S]*?-->|<div style="display:none[\s\S]*?<\/div>/g, "")
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? "")
    .replace(/\s/g, "");
const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));

describe.each(mails)("%s", (_name, { subject, text, html }) => {
  test("its text and its HTML have the same words and links, in the same order", () => {
    const words = wordsOf(html);
    let at = words.indexOf("カスタマーポータル") + 1;
    const lines = text.split("\n").filter((line) => !/^-+$/.test(line));
    for (const line of lines.map((each) => each.trim()).filter((each) => !/^https:/.test(each))) {
      for (const word of line
        .replace(/^■ |：$/g, "")
        .split(/：|\s/)
        .filter(Boolean)) {
        const found = words.indexOf(word, at);
        expect(found, word).toBeGreaterThanOrEqual(0);
        at = found;
      }
    }
    expect(text.match(/https:\S+/g) ?? []).toEqual(linksOf(html));
  });

  test("its line breaks need no style sheet, and its layout is one that Word draws", () => {
    expect(html).not.toMatch(
      /white-space|display:\s*(?:flex|grid|inline-block)|position:|<(?:img|svg|section|main)\b/,
    );
    // Of a table Word ignores the margin.
    for (const [tag] of html.matchAll(/<table[^>]*>/g)) expect(tag).not.toContain("margin");
    expect(html.match(/<style/g)).toHaveLength(1);
    for (const [, cell = ""] of html.matchAll(/<td[^>]*>([^<]*)<\/td>/g)) expect(cell).not.toContain("\n");
  });

  test("its subject is one line, and its preview begins with its news", () => {
    expect(subject).toMatch(/^【電話連携プラグイン】\S.*$/);
    expect(subject.length).toBeLessThanOrEqual(140);
    const [, preview = ""] = /display:none[^>]*>([^<]+)</.exec(html) ?? [];
    expect(text).toContain(preview);
    expect(preview).not.toMatch(/様$|誠にありがとう/);
  });

  test("it ends with who sends it, and how to reach them", () => {
    expect(text).toMatch(
      /\n-+\n電話連携プラグイン カスタマーポータル\n株式会社サンプル電話\n〒100-0001 .+\n電話 .+\nお問い合わせ：\nhttps:.+\n$/,
    );
    expect(html).toContain('<a href="https://www.example.jp/contact">お問い合わせ</a>');
  });
});

test("a name is neither markup nor a link, whatever somebody typed", () => {
  const links = ["<a href=https://evil.example>", '"><img src=x>', "https://evil.example/"];
  const typed = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1 }),
    fc.constantFrom(...links, "{####}", "$& $1", "&amp;"),
  );
  const tagsIn = (html: string) => html.match(/<[^>]+>/g)?.filter((tag) => tag !== "<br>");
  const tags = new Map(mails.map(([name, { html }]) => [name, tagsIn(html)]));
  const property = fc.property(typed, typed, (corporateName, chargeLastName) => {
    const person = { chargeLastName, billingChargeName: chargeLastName };
    const written = Object.entries(sampleMails({ ...sampleRecipient, corporateName, ...person }));
    for (const [name, { html, text }] of written) {
      expect(tagsIn(html), name).toEqual(tags.get(name));
      if (name === "licence-key") expect(text).toContain(corporateName);
    }
  });
  fc.assert(property, { numRuns: 30 });
});
