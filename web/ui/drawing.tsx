import Box from "@mui/material/Box";
import type { ReactNode } from "react";

const line = "#cfc4ae";
const amber = "#7a4f00";
const handset =
  "M8.6 4.1c.5-.4 1.2-.3 1.6.2l1.9 2.5c.3.5.3 1.1-.1 1.5l-1.1 1.2a.7.7 0 0 0-.1.8 9.3 9.3 0 0 0 3.9 3.8c.3.2.6.1.8-.2l1.1-1.2c.4-.4 1-.5 1.5-.2l2.6 1.8c.5.3.6 1 .2 1.5-.9 1.2-2.2 2.2-3.8 1.8C12 16.6 8.1 12.8 6.8 7.8c-.4-1.5.5-2.8 1.8-3.7Z";

/** A decorative drawing, hidden from screen readers. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <Box component="svg" viewBox="0 0 168 88" aria-hidden focusable={false} sx={{ width: "10.5rem" }}>
      <rect x="1" y="9" width="118" height="70" rx="9" fill="#faf7f0" stroke={line} strokeWidth="2" />
      <path d="M1 25h118" stroke={line} strokeWidth="2" />
      {children}
    </Box>
  );
}

/** The portal's window and a phone call. */
export const WelcomeDrawing = () => (
  <Drawing>
    <path d="M16 42h44M16 54h60M16 66h30" stroke={line} strokeWidth="5" strokeLinecap="round" />
    <path
      d="M104 22h44a14 14 0 0 1 14 14v16a14 14 0 0 1-14 14h-22l-14 11V66h-8a14 14 0 0 1-14-14V36a14 14 0 0 1 14-14Z"
      fill="#fff"
      stroke={amber}
      strokeWidth="2.5"
    />
    <path d={handset} fill={amber} transform="translate(104 22) scale(1.75)" />
  </Drawing>
);

/** The portal's window and a question mark. */
export const LostDrawing = () => (
  <Drawing>
    <path d="M16 42h24M16 54h40M16 66h18" stroke={line} strokeWidth="5" strokeLinecap="round" />
    <circle cx="122" cy="50" r="30" fill="#fff" stroke={amber} strokeWidth="2.5" />
    <path
      d="M113 43a9 9 0 1 1 14 8c-3.5 2-5 4-5 7"
      fill="none"
      stroke={amber}
      strokeWidth="5"
      strokeLinecap="round"
    />
    <circle cx="122" cy="67" r="3.5" fill={amber} />
  </Drawing>
);

/** The portal's window and a check mark. */
export const DoneDrawing = () => (
  <Drawing>
    <path d="M16 42h60M16 54h44M16 66h52" stroke={line} strokeWidth="5" strokeLinecap="round" />
    <circle cx="122" cy="50" r="30" fill="#1b6e3c" stroke="#fff" strokeWidth="4" />
    <path
      d="m108 51 10 10 18-20"
      fill="none"
      stroke="#fff"
      strokeWidth="6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Drawing>
);
