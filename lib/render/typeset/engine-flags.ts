/**
 * As good as no second compiling of WebAssembly (V8's dynamic tiering), for processes that read or draw a few pages. Reading one
 * file takes 0.6 instead of 1.3 s of a processor so, since the process ends before faster code has paid for itself; drawing
 * forty pages takes the same.
 */
export const FIRST_CODE_STAYS = '--wasm-tiering-budget=1000000000'
