// Finds the names that a file declares. Names that it only uses are declared elsewhere: in another file of
// ours, or by a vendor.
import { parseSync } from "vite";

/**
 * Reads a file's names: variables, functions, parameters, types, properties, CSS classes, and strings that name
 * tables, columns, queues, events and the like.
 *
 * @param path - decides the language; in a tables.ts every string is a name.
 * @returns an iterator of `{name, at, isType}`; `at` is the offset.
 */
export const declaredNames = (path, text) =>
  path.endsWith(".css") ? classNames(text) : codeNames(path, text);

function* classNames(css) {
  for (const { 1: name, index } of css.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)) yield { name, at: index };
}

function* codeNames(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const everyString = /(^|\/)tables\.ts$/.test(path);
  for (const [node, parent] of nodes(program)) {
    if (node.type === "Literal" && typeof node.value === "string") {
      const isName =
        everyString || isKey(node, parent) || parent.type === "TSLiteralType" ? isWord : isCompound;
      if (isName(node.value)) yield { name: node.value, at: node.start };
    } else if (node.type === "Identifier" && isDeclared(node, parent))
      yield { name: node.name, at: node.start, isType: types.has(parent.type) };
  }
}

const isWord = (text) => /^[a-z][a-z0-9_-]*$/i.test(text);
const isCompound = (text) => /^[a-z0-9]+([_-][a-z0-9]+)+$/.test(text);
const types = new Set(["TSTypeAliasDeclaration", "TSInterfaceDeclaration", "ClassDeclaration"]);
/** Nodes that declare the names in these fields. */
const declaring = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ArrowFunctionExpression: ["params"],
  TSFunctionType: ["params"],
  TSMethodSignature: ["key", "params"],
  TSDeclareFunction: ["id", "params"],
  ClassDeclaration: ["id"],
  ClassExpression: ["id"],
  CatchClause: ["param"],
  TSTypeAliasDeclaration: ["id"],
  TSInterfaceDeclaration: ["id"],
  TSEnumDeclaration: ["id"],
  TSEnumMember: ["id"],
  TSTypeParameter: ["name"],
  TSPropertySignature: ["key"],
  TSNamedTupleMember: ["label"],
  PropertyDefinition: ["key"],
  MethodDefinition: ["key"],
  AccessorProperty: ["key"],
  ImportSpecifier: ["local"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
  TSParameterProperty: ["parameter"],
  AssignmentPattern: ["left"],
  RestElement: ["argument"],
  ArrayPattern: ["elements"],
};

function isDeclared(node, parent) {
  if (parent.type === "Property") return parent.inPattern ? parent.value === node : isKey(node, parent);
  // An import under its own name is declared elsewhere.
  if (parent.type === "ImportSpecifier" && parent.imported.name === node.name) return false;
  const fields = declaring[parent.type] ?? [];
  return fields.some((field) => parent[field] === node || parent[field]?.includes?.(node));
}

const isKey = (node, parent) => parent.key === node && !parent.computed;

/** Every node below one, with its parent. */
function* nodes(parent) {
  for (const value of Object.values(parent)) {
    if (value === null || typeof value !== "object") continue;
    for (const node of Array.isArray(value) ? value : [value]) {
      if (typeof node?.type !== "string") continue;
      if (node.type === "Property") node.inPattern = parent.type === "ObjectPattern";
      yield [node, parent];
      yield* nodes(node);
    }
  }
}
