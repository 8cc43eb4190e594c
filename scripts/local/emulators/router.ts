import { decodePart } from "../http.ts";

export interface Match<Route> {
  /** As the table has it. */
  name: string;
  route: Route;
  /** The variable parts of the path, in their order. */
  parts: string[];
}

/** A search is no id. */
const variable = "((?!search/?$)[^/]+)";

/** Finds a request's route in a table whose names are like those of an API reference: `POST /v1/customers/{id}`. */
export function createRouter<Route>(routes: Readonly<Record<string, Route>>) {
  const patterns = Object.entries(routes).map(([name, route]) => {
    const [method = "", path = ""] = name.split(" ");
    return { name, route, method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, variable)}/?$`) };
  });
  return ({ method, url }: { method: string; url: URL }): Match<Route> | undefined => {
    for (const { name, route, ...each } of patterns) {
      const match = each.method === method ? each.path.exec(url.pathname) : null;
      if (match) return { name, route, parts: match.slice(1).map(decodePart) };
    }
    return undefined;
  };
}
