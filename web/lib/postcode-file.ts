import * as z from "zod/mini";

/** Last four digits, or two for every floor of a building, to addresses: prefecture 1 to 47, city, and the town, empty where the postcode is the whole city's. */
export const postcodeFile = z.record(z.string(), z.array(z.tuple([z.int(), z.string(), z.string()])));
export type PostcodeFile = z.output<typeof postcodeFile>;
