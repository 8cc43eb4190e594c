import * as z from "zod/mini";

/** `optional-id-token`: signed-in customers send their token; others may call too. */
export type Authentication = "id-token" | "none" | "optional-id-token" | "stripe-signature";

export interface Endpoint {
  method: "GET" | "POST";
  path: `/api/${string}`;
  authentication: Authentication;
  /** Requires that the password was entered in the last ten minutes. */
  recentPassword?: true;
  /**
   * Serves a closed account too. Any other endpoint returns 401 once an account is closed, deleted, disabled
   * or replaced.
   */
  servesClosed?: true;
  /** A `POST` that changes nothing. */
  readsOnly?: true;
  /**
   * Seconds for which CloudFront caches a successful response, the same for everybody. Other responses are
   * not cached.
   */
  edgeSeconds?: number;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /** Serves cross-site requests too, which any other endpoint refuses. */
  servesOtherSites?: true;
  /** Redirects the browser to the response's `location`. */
  redirects?: true;
}

export const define = <const E extends Endpoint>(endpoint: E): E => endpoint;

export const identifier = z.string().check(z.minLength(1), z.maxLength(256));

export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType }
  ? z.output<Q>
  : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;
