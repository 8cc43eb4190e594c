/** Handles that earlier files of this process have left open, for which they failed. */
export const leftByOthers: string[] = [];
