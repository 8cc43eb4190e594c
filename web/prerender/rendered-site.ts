/** What the rendering of the screens, which runs as the site, hands to the build, which runs in Node. */
export interface RenderedSite {
  pages: HtmlPage[];
  css: string;
}

export interface HtmlPage {
  /** Below the site's root, e.g. `/signin.html`. */
  file: string;
  /** What `#root` says it shows; see `isPrerendered`. */
  shows: string;
  title: string;
  /** Inside `#root`. */
  html: string;
}
