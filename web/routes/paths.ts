/** CloudFront serves by the same table, so it lies in `shared`. */
export { type Path, paths } from "#shared/site/paths.ts";
