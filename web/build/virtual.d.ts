declare module "virtual:prerendered.css";
