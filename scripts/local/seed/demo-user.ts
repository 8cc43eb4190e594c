/** The customers that are there from the start. The canary is the first. */
export const demoUser = {
  userName: "demo-user",
  password: "Demo-Passw0rd!",
  email: "demo-user@example.com",
  phoneNumber: "090-0000-0001",
} as const;

/** Has the standard plan by card, two paid invoices and an open one. */
export const demoStandard = {
  userName: "demo-standard",
  password: "Demo-Passw0rd!",
  email: "demo-standard@example.com",
  phoneNumber: "090-0000-0002",
} as const;
