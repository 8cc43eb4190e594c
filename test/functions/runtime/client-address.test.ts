import { expect, test } from "vitest";
import { clientAddressOf } from "#functions/runtime/endpoint.ts";

const sourceIp = "203.0.113.9";
const addressIn = (viewer?: string): string =>
  clientAddressOf({
    headers: viewer === undefined ? {} : { "cloudfront-viewer-address": viewer },
    requestContext: { http: { sourceIp } },
  });

test.each([
  ["198.51.100.10:46532", "198.51.100.10"],
  ["198.51.100.10", "198.51.100.10"],
  ["[2001:db8::1]:46532", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1:46532", "2001:db8::1"],
  ["2001:db8:85a3:0:0:8a2e:370:7334:443", "2001:db8:85a3:0:0:8a2e:370:7334"],
  ["2001:db8:85a3:0:0:8a2e:370:7334", "2001:db8:85a3:0:0:8a2e:370:7334"],
  ["::ffff:198.51.100.10:443", "::ffff:198.51.100.10"],
])("%s is the address %s", (viewer, address) => {
  expect(addressIn(viewer)).toBe(address);
});

const noAddresses = [undefined, "", "unknown", "[]:443", "example.jp:443", "198.51.100.10, 10.0.0.1:443"];
test.each(noAddresses)("a header %s has no address: it is the gateway's source address", (viewer) => {
  expect(addressIn(viewer)).toBe(sourceIp);
});
