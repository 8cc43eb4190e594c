/** fast-check with the seed of the run: `npm test -- --seed N` draws the same values again. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? Date.now()) });

export default fc;
