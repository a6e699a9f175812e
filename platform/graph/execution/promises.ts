/** Whether a value must be awaited. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as Promise<unknown>).then === 'function'
}

/** Handles rejections of the promises among the values, which nobody awaits any more. */
export function ignoreFailures(values: readonly unknown[]): void {
  for (const value of values) {
    if (isPromise(value)) value.then(undefined, () => {})
  }
}
