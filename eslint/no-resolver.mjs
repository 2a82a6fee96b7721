/**
 * A resolver of `eslint-plugin-import` that looks for nothing: `import/order` sorts by names alone, and finding each file that an
 * import names took most of its time. That imports are found is what the types say.
 */
export const interfaceVersion = 2
export const resolve = () => ({ found: false })
