declare module "virtual:prerendered.css";

/** A topic of the guide: see `guide.ts`. */
declare module "*.md" {
  const topic: import("#web/forms/guide/topic.ts").Topic;
  export default topic;
}
