import { expect, test } from "vitest";
import { browserName } from "#functions/activity/browser-name.ts";

const agent = (rest: string) => `Mozilla/5.0 (${rest}`;
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = `iPhone; CPU iPhone OS 18_1 like Mac OS X) ${safari}`;

test.each([
  ["Chrome（Windows）", agent(`Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`)],
  ["Edge（Windows）", agent(`Windows NT 10.0) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`)],
  ["Safari（Mac）", agent(`Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/18.1 Safari/605.1.15`)],
  ["Safari（iPhone）", agent(`${iPhone} Version/18.1 Mobile/15E148 Safari/604.1`)],
  ["Chrome（iPhone）", agent(`${iPhone} CriOS/131.0 Mobile/15E148 Safari/604.1`)],
  ["Firefox（Mac）", agent("Macintosh; Intel Mac OS X 10.15; rv:109.0) Gecko/20100101 Firefox/115.0")],
  ["Chrome（Android）", agent(`Linux; Android 15; Pixel 9) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`)],
  [
    "Samsung Internet（Android）",
    agent(`Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`),
  ],
  [
    "Chrome（Mac）",
    "macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160",
  ],
  [
    "Edge（Windows）",
    "Windows 15.0.0 x86 Windows Microsoft Edge/131.0.2903.86;Chromium/131.0.6778.140;Not_A Brand/24.0.0.0",
  ],
  ["不明なブラウザー（Linux）", "curl on Linux"],
  ["不明なブラウザー", "<b>パスワードをここに</b> https://evil.example/"],
  ["不明なブラウザー", ""],
])("%s", (name, text) => {
  expect(browserName(text)).toBe(name);
});
