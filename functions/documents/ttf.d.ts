/** A font file, as esbuild's `binary` loader brings it. */
declare module "*.ttf" {
  const bytes: Uint8Array;
  export default bytes;
}
