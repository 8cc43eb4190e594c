import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { readCookie, writeCookie } from "../../lib/cookie.ts";
import { canHoldPasskey, passkeysQuery, useWhether } from "../../lib/passkeys.ts";

const Card = lazy(() => import("./passkey-offer-card.tsx"));

/** A cookie, because /signin clears local storage. */
const dismissed = "passkeyOfferDismissed";

/** For who signed in with the password, has no passkey yet, and a device that can hold one; until it is dismissed. */
export function PasskeyOffer() {
  const [isDismissed, setDismissed] = useState(() => readCookie(dismissed) !== undefined);
  const isPossible = useWhether(canHoldPasskey) && !isDismissed;
  const [hasBegun, setBegun] = useState(false);
  const { data } = useQuery({ ...passkeysQuery, enabled: isPossible });
  if (!isPossible || (data?.length !== 0 && !hasBegun)) return null;
  const dismiss = (): void => {
    writeCookie(dismissed, "1");
    setDismissed(true);
  };
  return (
    <Suspense fallback={null}>
      <Card onBegin={() => setBegun(true)} onDismiss={dismiss} />
    </Suspense>
  );
}
