import { ListUsersCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { asDeployed, confirmedUser, freshPool, type TestPool, userPoolId as UserPoolId } from "./pool.ts";

let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(asDeployed);
  await confirmedUser(pool, "taro");
});

describe("ListUsers", () => {
  const list = async (input: { Filter?: string; Limit?: number; PaginationToken?: string } = {}) => {
    const { Users = [], PaginationToken } = await pool.sdk.send(
      new ListUsersCommand({ UserPoolId, ...input }),
    );
    return { names: Users.map(({ Username }) => Username), PaginationToken };
  };

  it("finds users by name, sub or address", async () => {
    const { sub } = await confirmedUser(pool, "jiro", "jiro@example.jp");
    const filters = [`username = "jiro"`, `sub = "${sub}"`, `email = "jiro@example.jp"`, `email ^= "jiro@"`];
    for (const Filter of filters) expect((await list({ Filter })).names).toEqual(["jiro"]);
    expect((await list({ Filter: `email = "jiro@"` })).names).toEqual([]);
    await expect(list({ Filter: "email like x" })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
  });

  it("goes page by page", async () => {
    for (const name of ["jiro", "saburo"]) await confirmedUser(pool, name);
    const first = await list({ Limit: 2 });
    expect(first.names).toEqual(["taro", "jiro"]);
    const { PaginationToken = "" } = first;
    expect(await list({ Limit: 2, PaginationToken })).toEqual({
      names: ["saburo"],
      PaginationToken: undefined,
    });
    await expect(list({ PaginationToken: "x" })).rejects.toMatchObject({ name: "InvalidParameterException" });
  });
});
