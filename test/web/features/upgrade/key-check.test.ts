import { describe, expect, it } from "vitest";
import { sentenceOf, toRefusal } from "#web/features/upgrade/check-voice-provider.tsx";

const status = "not_updated";
const link = "https://dashboard.vonage.com/settings";

describe("the provider's message", () => {
  it("is text around one link", () => {
    const refusal = toRefusal({ status, message1: "前", link, message2: "後" });
    expect(refusal).toEqual({ message1: "前", link, message2: "後" });
    expect(sentenceOf(refusal)).toBe(`前${link}後`);
  });

  it.each([
    "http://dashboard.vonage.com/",
    "https://vonage.com.example.com/",
    "https://user@dashboard.vonage.com/",
    "javascript:alert(1)",
    "/upgrade",
  ])("loses the link %s", (stranger) => {
    expect(toRefusal({ status, message1: "前", link: stranger, message2: "後" })).toEqual({
      message1: "前",
      message2: "後",
    });
  });

  it("is ours when the provider gives none", () => {
    expect(sentenceOf(toRefusal({ status }))).toBe("APIキーを確認できませんでした。");
  });
});
