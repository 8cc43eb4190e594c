import { Outlet, useLocation } from "react-router-dom";
import { SignedInFrame } from "#web/components/navigation/signed-in-frame.tsx";
import { InFrame } from "#web/components/page.tsx";
import { session } from "#web/lib/session.ts";

/** The frame around every screen of a customer, drawn once however often the screen changes. Nobody signed in, no frame. */
export default function CustomerFrame() {
  // Reads the session again with every change of screen.
  useLocation();
  if (!session.read("loginId")) return <Outlet />;
  return (
    <InFrame value={true}>
      <SignedInFrame>
        <Outlet />
      </SignedInFrame>
    </InFrame>
  );
}
