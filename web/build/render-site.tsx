/**
 * Renders every screen that is the same for all visitors to HTML, with the CSS of all of them. Runs while the
 * site is built.
 */
import createCache from "@emotion/cache";
import createEmotionServer from "@emotion/server/create-instance";
import Container from "@mui/material/Container";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { prerender } from "react-dom/static";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from "react-router-dom";
import { frameFile, htmlFiles, notFoundFile, prerenderedPaths } from "#shared/site/paths.ts";
import { productName } from "#shared/site/product.ts";
import { Providers } from "#web/app/providers.tsx";
import { routes } from "#web/app/routes.tsx";
import { SignedInFrame } from "#web/layout/signed-in-frame.tsx";
import { emotionKey } from "#web/theme/emotion-cache.ts";
import { SkeletonLines } from "#web/ui/skeleton-lines.tsx";
import type { HtmlPage, RenderedSite } from "./prerender.ts";
import { unknownPath } from "./prerendered.ts";

const cache = createCache({ key: emotionKey });
const { extractCritical } = createEmotionServer(cache);

/** React renders a screen's title first; the page's head takes it from there. */
const titleAtStart = /^<title>(.*?)<\/title>/;

/** Classes that replace `style` attributes, which the content security policy refuses in HTML. */
const inlineStyles = new Map<string, string>();

function withoutInlineStyles(html: string): string {
  return html.replace(/<[a-z][^>]* style="([^"]*)"[^>]*>/g, (tag, style: string) => {
    const name = inlineStyles.get(style) ?? `inline-${inlineStyles.size}`;
    inlineStyles.set(style, name);
    const rest = tag.replace(/ style="[^"]*"/, "");
    return rest.includes(' class="')
      ? rest.replace(' class="', ` class="${name} `)
      : rest.replace(/^<[\w-]+/, `$& class="${name}"`);
  });
}

const inlineCss = (): string =>
  [...inlineStyles].map(([style, name]) => `.${name}{${style.replaceAll("&quot;", '"')}}`).join("");

async function render(path: string, from: RouteObject[]): Promise<Pick<HtmlPage, "title" | "html">> {
  const handler = createStaticHandler(from);
  const context = await handler.query(new Request(`http://prerender.invalid${path}`));
  if (context instanceof Response) throw new Error(`${path} redirects, so there is nothing to render`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const { prelude } = await prerender(
    <Providers cache={cache}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>,
  );
  const html = await new Response(prelude).text();
  const title = titleAtStart.exec(html)?.[1];
  if (title === undefined) throw new Error(`${path} has no title`);
  return { title, html: withoutInlineStyles(html.replace(titleAtStart, "")) };
}

/** The frame of screens that depend on the signed-in customer, which replace it. */
function Frame() {
  return (
    <SignedInFrame>
      <title>{productName.full}</title>
      <Container component="main" maxWidth="lg" aria-busy>
        <Stack spacing={3}>
          <Skeleton variant="rounded" width="15rem" height="2.25rem" />
          <Paper variant="card">
            <SkeletonLines height="10rem" />
          </Paper>
        </Stack>
      </Container>
    </SignedInFrame>
  );
}

export async function renderSite(): Promise<RenderedSite> {
  const screens = prerenderedPaths.map(async (path) => ({
    file: htmlFiles[path] ?? "",
    shows: path,
    ...(await render(path, routes)),
  }));
  const others: [file: string, shows: string, RouteObject[]][] = [
    [notFoundFile, unknownPath, routes],
    [frameFile, "frame", [{ path: "*", Component: Frame }]],
  ];
  const pages = await Promise.all([
    ...screens,
    ...others.map(async ([file, shows, from]) => ({ file, shows, ...(await render("/unknown", from)) })),
  ]);
  const { css } = extractCritical(pages.map(({ html }) => html).join(""));
  return { pages, css: css + inlineCss() };
}
