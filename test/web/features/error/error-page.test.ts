import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { ErrorPage } from "#web/features/error/error-page.tsx";
import { asChange } from "#web/lib/net/last-change.ts";

const { startAgain, changedButNotShown } = failureMessages;

/** The page's text: of a screen that broke while it rendered, unless `props` say another reason. */
function errorPage(
  props: Parameters<typeof ErrorPage>[0] = { error: new TypeError("not a function") },
): string {
  const element = createElement(ErrorPage, props);
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [paths.contract] });
  const markup = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return markup.replace(/<style.*?<\/style>|<[^>]+>/gs, "");
}

describe("the error page of a screen that broke", () => {
  it("asks to start over after no change, and after one that failed", async () => {
    expect(errorPage()).toContain(startAgain);
    await asChange(() => Promise.reject(new Error("refused"))).catch(() => {});
    expect(errorPage()).toContain(startAgain);
    expect(errorPage()).not.toContain(changedButNotShown);
  });

  it("says that the change was made, and to reload, after one that succeeded", async () => {
    await asChange(async () => {});
    expect(errorPage()).toContain(changedButNotShown);
    expect(errorPage()).not.toContain(startAgain);
    // Its own reason is about something else.
    expect(errorPage({ reason: "ページが見つかりません。" })).not.toContain(changedButNotShown);
  });
});
