import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { portalNameOf } from "../portal-name.ts";

/** Sends mail when the account's cost of a month passes 80 % of the budget, or is forecast to pass all of it. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { monthlyBudgetUsd, alarmEmail }: Environment) {
    super(scope, id);
    // AWS Budgets accepts no notification without a subscriber.
    if (alarmEmail === undefined) return;
    new CfnBudget(this, "Budget", {
      budget: {
        budgetName: `${portalNameOf(this)}-monthly-cost`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" },
      },
      notificationsWithSubscribers: [
        notification("ACTUAL", 80, alarmEmail),
        notification("FORECASTED", 100, alarmEmail),
      ],
    });
  }
}

const notification = (notificationType: "ACTUAL" | "FORECASTED", threshold: number, address: string) => ({
  notification: {
    notificationType,
    comparisonOperator: "GREATER_THAN",
    threshold,
    thresholdType: "PERCENTAGE",
  },
  subscribers: [{ subscriptionType: "EMAIL", address }],
});
