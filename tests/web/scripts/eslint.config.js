// What the type checker does not see: leftovers, long functions, and the ways round elements.js and addresses.js.
import js from "@eslint/js";

const OWN_WAYS = {
  "elements.js": ["CallExpression[callee.property.name=/^createElement/]", "Elements are made by make() in elements.js."],
  "addresses.js": [":matches(Literal[raw=/^.\\/\\w/], TemplateLiteral[quasis.0.value.raw=/^\\/\\w/])", "Addresses are made by address() in addresses.js."],
  "": ["AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]", "Text must not become markup."],
};

const restricted = (/** @type {string} */ except) => [
  "error",
  ...Object.entries(OWN_WAYS).filter(([file]) => file !== except).map(([, [selector, message]]) => ({ selector, message })),
];

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off", // the type checker knows every name
      "max-lines": ["error", 310],
      "max-lines-per-function": ["error", 40],
      complexity: ["error", 20],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-syntax": restricted("none"),
    },
  },
  { files: ["**/elements.js"], rules: { "no-restricted-syntax": restricted("elements.js") } },
  { files: ["**/addresses.js", "**/place.js"], rules: { "no-restricted-syntax": restricted("addresses.js") } },
  { files: ["**/theme.js", "**/earlypress.js"], languageOptions: { sourceType: "script" }, rules: { "max-lines-per-function": "off" } },
];
