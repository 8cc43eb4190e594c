/** A text that changes has an element of its own: docs/decisions/0058-pages-that-a-translator-changes.md. */
import { join, relative } from "node:path";
import * as ast from "typescript/unstable/ast";
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Material UI's components that render an icon or a mark beside their children. */
const withIcons = ["Button", "FormLabel", "ListItemButton"];

type Kind = "element" | "fixed text" | "changing text" | "conditional";

const members = (type: Type | undefined): Type[] =>
  type?.isUnionType() ? type.getTypes().flatMap(members) : type ? [type] : [];

/** `&&` leaves `""` and `0` of a missing node. */
const isText = (type: Type): boolean =>
  (type.flags & (TypeFlags.StringLike | TypeFlags.NumberLike)) !== 0 &&
  !(type.isLiteralType() && !type.value);

/** The component that is given a `ReactNode` cannot know what it is. The one that gives it does. */
const isAnyNode = (type: Type | undefined, checker: Checker): boolean =>
  type !== undefined && checker.typeToString(type).includes("ReactNode");

function kindOf(child: ast.JsxChild, checker: Checker): Kind {
  if (ast.isJsxText(child)) return "fixed text";
  if (!ast.isJsxExpression(child) || !child.expression) return "element";
  const type = checker.getTypeAtLocation(child.expression);
  if (isAnyNode(type, checker)) return "conditional";
  if (type?.isLiteralType()) return "fixed text";
  return members(type).some(isText) ? "changing text" : "conditional";
}

/** True if React would change or remove a text that a translator may have replaced, or insert something before it. */
function isRefused(tag: string, kinds: readonly Kind[]): boolean {
  const hasText = kinds.includes("fixed text") || kinds.includes("changing text");
  if (tag === "Fragment") return hasText;
  if (kinds.length === 1) return kinds[0] === "changing text" && withIcons.includes(tag);
  return kinds.includes("changing text") || (hasText && kinds.includes("conditional"));
}

const isBlank = (child: ast.JsxChild): boolean =>
  ast.isJsxText(child) ? child.text.trim() === "" : ast.isJsxExpression(child) && !child.expression;

/** A component that may render a text without an element. */
function rendersText(node: ast.Node, checker: Checker): boolean {
  if (!ast.isFunctionDeclaration(node) || !/^[A-Z]/.test(node.name?.text ?? "")) return false;
  const signature = checker.getSignatureFromDeclaration(node);
  const rendered = signature && checker.getReturnTypeOfSignature(signature);
  return !isAnyNode(rendered, checker) && members(rendered).some(isText);
}

/** The elements and components of a file that break the rule. */
function refusedIn(file: ast.SourceFile, checker: Checker): string[] {
  const refused: string[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isJsxElement(node) || ast.isJsxFragment(node)) {
      const tag = ast.isJsxElement(node) ? node.openingElement.tagName.getText(file) : "Fragment";
      const kinds = node.children.filter((child) => !isBlank(child)).map((child) => kindOf(child, checker));
      if (isRefused(tag, kinds)) refused.push(node.getText(file).replace(/\s+/g, " "));
    }
    if (rendersText(node, checker)) refused.push(node.getText(file).replace(/\s+/g, " "));
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return refused;
}

test("a text that changes is the only child of its element", () => {
  const api = new API({ cwd: root });
  try {
    const config = join(root, "web/tsconfig.json");
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} could not be read`);
    const { program, checker } = project;
    const files = program
      .getSourceFileNames()
      .filter((name) => name.startsWith(join(root, "web/")) && name.endsWith(".tsx"));
    expect(files.length).toBeGreaterThan(120);
    const refused = files.flatMap((name) => {
      const file = program.getSourceFile(name);
      if (!file) throw new Error(`${name} could not be read`);
      return refusedIn(file, checker).map((element) => `${relative(root, name)}: ${element}`);
    });
    expect(refused).toEqual([]);
  } finally {
    api.close();
  }
});
