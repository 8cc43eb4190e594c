/** A site without a domain of its own has no passkeys: its user pool refuses to list them. */
import { expect, test } from "vitest";
import { handler } from "#functions/api/sign-in-methods.ts";
import { eventOf } from "../support/events.ts";
import { claimsOf, newPerson } from "../support/people.ts";
import { startPortal } from "../support/portal.ts";
import { plainPasswords, tokensOf } from "../support/verified-phone.ts";

const { passkeys: _, ...settings } = plainPasswords.settings;
const portal = await startPortal({ userPool: { ...plainPasswords, settings } });

test("the other sign-in methods are listed", async () => {
  const owner = newPerson();
  const { accessToken: access_token } = await tokensOf(portal, owner);
  const event = eventOf({ claims: claimsOf(owner), body: { access_token } });
  const { status, json } = await portal.call("sign-in-methods", handler, event);
  expect(status).toBe(200);
  expect(json.result).toEqual({ passkeys: [], hasAuthenticator: false, browsers: [] });
});
