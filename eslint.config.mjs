import next from 'eslint-config-next/core-web-vitals'
import regexp from 'eslint-plugin-regexp'
import { fileURLToPath } from 'node:url'
import tseslint from 'typescript-eslint'
import { importRule } from './eslint/import-rule.mjs'

const SLEEP = 'Wait for what is meant to happen, not for time to pass.'
const sleeps = [
  { selector: "CallExpression[callee.name='setTimeout']", message: SLEEP },
  { selector: "CallExpression[callee.name='sleep']", message: SLEEP },
  { selector: "CallExpression[callee.property.name='waitForTimeout']", message: SLEEP },
  { selector: "ImportDeclaration[source.value='node:timers/promises']", message: SLEEP },
]
const impure = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'This room reads no environment.',
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: '`now` is an argument here.' },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: '`now` is an argument here.',
  },
]

const undirectedCode = {
  selector: "JSXOpeningElement[name.name='code']:not(:has(JSXAttribute[name.name='dir']))",
  message: 'Codes are read from left to right, among words of any language: dir="ltr".',
}

/**
 * Of the rules about hooks, those that compile each component to see what React's compiler would make of it: no component here
 * has a state or an effect, since all are rendered to static markup. The two about hooks themselves stay.
 */
const ofCompiler = Object.fromEntries(
  next
    .flatMap(({ rules }) => Object.keys(rules ?? {}))
    .filter((name) => name.startsWith('react-hooks/') && !/\/(rules-of-hooks|exhaustive-deps)$/.test(name))
    .map((name) => [name, 'off']),
)

/** Rules about components, for files without any. */
const ofComponents = Object.fromEntries(
  next
    .flatMap(({ rules }) => Object.keys(rules ?? {}))
    .filter((name) => /^(react|react-hooks|jsx-a11y)\//.test(name))
    .map((name) => [name, 'off']),
)

export default tseslint.config(
  {
    ignores: [
      '**/.next/',
      'node_modules/',
      'data/',
      'lib/store/generated/',
      'test-results/',
      'playwright-report/',
      'next-env.d.ts',
      'public/assets/',
      'dist/',
      '.cache/',
      'release/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  // Its settings would be merged with ours.
  ...next.map(({ settings: _, ...config }) => config),
  {
    settings: {
      react: { version: 'detect' },
      'import/resolver': { [fileURLToPath(new URL('eslint/no-resolver.mjs', import.meta.url))]: {} },
      'import/internal-regex': '^@/',
    },
    rules: ofCompiler,
  },
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },
  {
    plugins: { house: { rules: { 'import-rule': importRule } } },
    rules: {
      'house/import-rule': 'error',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'import/no-anonymous-default-export': 'off',
      'import/order': [
        'error',
        {
          groups: [['builtin', 'external'], 'internal', ['parent', 'sibling', 'index']],
          pathGroups: [{ pattern: '@/**', group: 'internal' }],
          pathGroupsExcludedImportTypes: [],
          alphabetize: { order: 'asc', caseInsensitive: true },
        },
      ],
      // Every page is static markup that a route handler renders, with a small script, without Next's head, links and loader.
      '@next/next/no-head-element': 'off',
      '@next/next/no-img-element': 'off',
      '@next/next/no-html-link-for-pages': 'off',
      '@next/next/no-sync-scripts': 'off',
      '@next/next/no-assign-module-variable': 'off',
    },
  },
  {
    // An expression that goes back and forth in a text that anybody sends stops every other check meanwhile.
    files: ['{app,cli,components,lib,server}/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }] },
  },
  { files: ['{cli,scripts,bench,faults,prisma,e2e,eslint,server}/**'], rules: { 'no-console': 'off' } },
  {
    files: ['lib/{domain,crypto}/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...impure] },
  },
  {
    // The documentation of the interface is in English alone, and so read from left to right.
    files: ['components/**/*.tsx'],
    ignores: ['**/*.test.tsx', 'components/docs/**'],
    rules: { 'no-restricted-syntax': ['error', undirectedCode] },
  },
  { files: ['**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'], rules: { 'no-restricted-syntax': ['error', ...sleeps] } },
  {
    // Playwright's `use` and the tests' own `useServiceDatabase` are no hooks of React's.
    files: ['e2e/**', 'test/**', '**/*.test.{ts,tsx}'],
    rules: { 'react-hooks/rules-of-hooks': 'off' },
  },
  { files: ['**/*.test.{ts,tsx}', 'test/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.{ts,mts,mjs}'], rules: ofComponents },
)
