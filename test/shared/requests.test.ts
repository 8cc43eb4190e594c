import { expect, test } from "vitest";
import {
  companyForm,
  signInForm,
  signupRequest,
  updateRequest,
  upgradeRequest,
  userRequest,
} from "#shared/customer/customer.ts";
import {
  corporateNumber,
  downloadFile,
  type Endpoint,
  type EndpointName,
  endpoints,
  verify,
} from "#shared/endpoints.ts";
import { requestsOf } from "#test/campaign/requests.ts";
import { agreements, company } from "#test/support/company.ts";
import { newPerson, signupOf } from "../functions/support/people.ts";

const signup = signupOf(newPerson(), "request");

test("a sign-up without its opt-ins has both, as on the screen", () => {
  expect(signupRequest.parse(signup)).toMatchObject({ optInServiceInfo: true, optInEvents: true });
  const refused = { ...signup, optInServiceInfo: false, optInEvents: false };
  expect(signupRequest.parse(refused)).toMatchObject({ optInServiceInfo: false, optInEvents: false });
  expect(companyForm.parse({ ...company, ...agreements })).toMatchObject({
    optInServiceInfo: true,
    optInEvents: true,
  });
});

const required = [
  "customerKbn",
  "corporateName",
  "postalCode",
  "prefecture",
  "city",
  "streetAddress",
  "chargeLastName",
  "chargeFirstName",
  "kintoneDomain",
  "chargePhoneNumber",
  "email",
  "agreedTerms",
  "agreedBusinessUse",
  "requestId",
] as const;
test.each(required)("a sign-up needs %s", (field) => {
  const { [field]: _, ...rest } = signup;
  const parsed = signupRequest.safeParse(rest);
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test.each(["plan", "paymentType", "customerId", "version", "privateKey", "password", "apiKey"])(
  "a sign-up takes no %s",
  (key) => {
    expect(signupRequest.safeParse({ ...signup, [key]: "x" }).success).toBe(false);
  },
);

test("each operation has its own schema", () => {
  const upgrade = {
    operation: "upgrade",
    applicationId: "0a1b2c3d-0000-4000-8000-000000000000",
    apiKey: "abcd1234",
    apiSecret: "Abcdef12",
    billingChargeName: "経理",
    billingPhoneNumber: "03-1234-5678",
    billingEmail: "keiri@example.com",
    privateKey: "aGVsbG8=",
  };
  expect(userRequest.parse(upgrade)).toEqual(upgradeRequest.parse(upgrade));
  expect(userRequest.parse({ operation: "update", city: "港区" })).toEqual({
    operation: "update",
    city: "港区",
  });
  expect(userRequest.safeParse({ ...upgrade, operation: "signup" }).success).toBe(false);
  expect(userRequest.safeParse({ ...signup, operation: "upgrade" }).success).toBe(false);
  expect(updateRequest.safeParse({ operation: "update", plan: "standard" }).success).toBe(false);
});

const requester = {
  ...{ loginId: "taro", email: "taro@example.com", phoneNumber: "090-1234-5678", customerId: "c-1" },
  ...{ accessToken: "a.b.c", requestId: "request", unsubscribeToken: "a.b" },
};
const requests = (Object.keys(endpoints) as EndpointName[]).flatMap((name) =>
  requestsOf(requester)[name].flatMap((request) =>
    Object.entries(request).map(([part, fields]) => ({ name, part, fields: fields as object })),
  ),
);

/** A customer can name nobody else: an id, a login or a session beside the contract's fields is refused. */
test.each(requests)("the $part of $name takes no field that the contract does not name", (request) => {
  const { [request.part as "body"]: schema }: Endpoint = endpoints[request.name];
  expect(schema?.safeParse(request.fields).success).toBe(true);
  expect(schema?.safeParse({ ...request.fields, sub: "another customer's" }).success).toBe(false);
});

test("values that no field takes are refused", () => {
  expect(downloadFile.query.safeParse({ file_type: "exe" }).success).toBe(false);
  expect(corporateNumber.query.safeParse({ number: "123456789012" }).success).toBe(false);
  expect(verify.body.safeParse({ mode: "send", phone_number: "03-1234-5678" }).success).toBe(false);
  expect(verify.body.safeParse({ mode: "check", code: "1", request_id: "" }).success).toBe(false);
});

test("sign-in takes a login ID as it was once registered, and the password as it is", () => {
  const typed = { loginId: " ｄｅｍｏ-user ", password: " p " };
  expect(signInForm.parse(typed)).toEqual({ loginId: "demo-user", password: " p " });
});
