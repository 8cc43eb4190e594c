const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `This project runs on Node 24 or newer, and this is ${process.version}. On Linux, \`npm ci\` brings the right one along; elsewhere install Node 24 from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
