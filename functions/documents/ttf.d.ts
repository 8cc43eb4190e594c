/** A font file, as esbuild's `file` loader brings it: its path, seen from the code. */
declare module "*.ttf" {
  const path: string;
  export default path;
}
