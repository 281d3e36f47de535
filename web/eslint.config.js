// Settings of the JavaScript linter: the recommended rules, and a few rules that keep modules small and simple.
import js from "@eslint/js";
import globals from "globals";

const plain = {
  eqeqeq: "error",
  "no-var": "error",
  "prefer-const": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-console": "error",
  "no-shadow": "error",
  "object-shorthand": "error",
  "max-lines": ["error", { max: 320, skipComments: true, skipBlankLines: true }],
};

export default [
  { ignores: ["**/node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    rules: { ...plain, "no-unused-vars": ["error", { argsIgnorePattern: "^_" }] },
  },
  {
    files: ["**/learn/steps.js"], // the data of all lessons
    rules: { "max-lines": "off" },
  },
  {
    files: ["web/*"],
    languageOptions: { globals: globals.node },
    rules: { "no-console": "off" },
  },
];
