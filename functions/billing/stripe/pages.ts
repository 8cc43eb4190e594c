/** Stripe's lists in pages. Source: Stripe API reference, "Pagination". */

const limit = 100;

/** Parameters of the page behind that object, or of the first one. */
export const pageBehind = (after: string | undefined) => ({
  limit,
  ...(after !== undefined && { starting_after: after }),
});

/** The object behind which the next page begins; undefined for the last page. */
export const nextPage = ({ data, has_more }: { data: { id: string }[]; has_more: boolean }) =>
  has_more ? data.at(-1)?.id : undefined;
