import type { ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useLocation } from "react-router-dom";
import { ErrorPage } from "../features/error/error-page.tsx";

/** Whatever a screen throws while it renders ends on the error page's look; another screen starts afresh. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKeys={[pathname]}
      fallbackRender={({ error }) => <ErrorPage broken={{ by: error }} />}
      onError={(error) => console.error(error)}
    >
      {children}
    </ErrorBoundary>
  );
}
