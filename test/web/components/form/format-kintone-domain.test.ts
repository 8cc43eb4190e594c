import { describe, expect, it } from "vitest";
import { formatTypedDomain } from "#web/forms/customer-inputs.tsx";

const type = (keys: string): string =>
  [...keys].reduce((text, key) => formatTypedDomain(text + key, text), "");

describe("formatTypedDomain", () => {
  it("cuts what is pasted down to the domain", () => {
    expect(formatTypedDomain("https://Example.cybozu.com/k/", "")).toBe("example");
    expect(formatTypedDomain("ｅｘａｍｐｌｅ．ｃｙｂｏｚｕ．ｃｏｍ", "")).toBe("example");
  });

  it("never joins what is typed after a dot to the domain", () => {
    expect(type("HTTPS://My-Co.cybozu.com")).toBe("my-co.cybozu.com");
  });
});
