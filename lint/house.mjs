import { importRule } from './import-rule.mjs'
import { noSuperLinear } from './no-super-linear.mjs'
import { directedCode, noWaiting, pure } from './restricted.mjs'

/** The rules that are the house's own, in the shape that oxlint's plugins have. */
export default {
  meta: { name: 'house' },
  rules: {
    'import-rule': importRule,
    'no-waiting': noWaiting,
    pure,
    'directed-code': directedCode,
    'no-super-linear-expressions': noSuperLinear,
  },
}
