import * as z from "zod/mini";

/**
 * Addresses by the last four digits of a postcode, or by two for all floors of a building: prefecture (1 to
 * 47), city, and town, which is empty if the postcode is the whole city's.
 */
export const postcodeFile = z.record(z.string(), z.array(z.tuple([z.int(), z.string(), z.string()])));
export type PostcodeFile = z.output<typeof postcodeFile>;
