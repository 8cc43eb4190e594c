/** The customer that is there from the start. The canary is one as well. */
export const demoUser = {
  userName: "demo-user",
  password: "Demo-Passw0rd!",
  email: "demo-user@example.com",
  phoneNumber: "090-0000-0001",
} as const;
