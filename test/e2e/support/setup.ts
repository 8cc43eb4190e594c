/** Of every file: a fault that one file's last test left would fail the next file's first call. */
import { beforeAll } from "vitest";
import { local } from "./local.ts";

beforeAll(() => local.clearFaults());
