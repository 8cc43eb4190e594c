import { Duration } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IWidget, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { sourceDimension } from "../../shared/metrics.ts";
import { portalOf } from "../names.ts";
import { type Figures, figuresOver, type Watched } from "./figures.ts";

interface OverviewProps {
  watched: Watched;
}

/** Who finds out that a customer has paid. */
const fulfillers = ["stripe-webhook", "subscription", "checkout-session", "reconcile"] as const;

const half = 12;

/** The one dashboard: from what customers do down to what the machinery does. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, { watched }: OverviewProps) {
    super(scope, id);
    const period = Duration.minutes(15);
    const figures = figuresOver(period, this, watched);
    const namespace = portalOf(this);
    const graph = (title: string, ...names: (keyof Figures)[]): IWidget =>
      new GraphWidget({ title, width: half, left: names.map((name) => figures[name].with({ label: name })) });
    const bySource = fulfillers.map(
      (source) =>
        new Metric({
          namespace,
          metricName: "Fulfilments",
          dimensionsMap: { [sourceDimension]: source },
          statistic: "Sum",
          period,
          label: source,
        }),
    );
    new Dashboard(this, "Dashboard", {
      dashboardName: namespace,
      defaultInterval: Duration.days(7),
      widgets: [
        [
          graph("Customers", "signUps", "checkouts", "fulfilments"),
          graph("SMS codes", "smsSent", "smsVerified"),
        ],
        [
          new GraphWidget({ title: "Paid, as found out by", width: half, left: bySource }),
          graph("Seconds behind", "webhookAge", "outboxAge", "checkoutAge"),
        ],
        [
          graph("Requests", "apiRequests", "api4xx", "api5xx", "webhooks"),
          graph("Milliseconds, 95 of 100", "apiP95"),
        ],
        [
          graph("What goes wrong", "throttles", "deadLetters", "unsettled", "secondSubscriptions"),
          graph("On the clock", "reconcileRuns", "reconcileErrors", "canaryErrors"),
        ],
      ],
    });
  }
}
