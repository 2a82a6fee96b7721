/** What `finally` is given is awaited (ECMA-262, Promise.prototype.finally), which the library of TypeScript does not say. */
interface Promise<T> {
  finally(onfinally?: (() => PromiseLike<unknown>) | null): Promise<T>
}
